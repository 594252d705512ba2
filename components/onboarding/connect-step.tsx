import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Connect } from "@/components/connections/connect";
import { ConnectionState } from "@/components/connections/connection-state";
import { VendorMark } from "@/components/connections/vendor-mark";
import { Name } from "@/components/format/name";
import { cx } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import type { ConnectionView } from "@/lib/connections/loaders";
import { isFileBasedSystem, isOnlineSystem, marksOf, purposeOf } from "@/lib/vendors/rules";
import { VENDOR_NAMES } from "@/lib/vendors/types";

/** Opens the vendor's own page, where the person chooses or creates the account. */
export function ConnectStep({
  connection,
  mandates,
  isChoice,
}: {
  connection: ConnectionView;
  mandates: number;
  /** True if the step offers several accounting systems; a heading then names this one. */
  isChoice: boolean;
}) {
  const t = useTranslations("onboarding");
  const { type, status } = connection;
  const vendor = VENDOR_NAMES[type];
  const isConnected = status === "connected";
  const isByFile = isFileBasedSystem(type);
  const purpose = purposeOf(type);
  const change = marksOf(type) === "document" ? "changeDetails" : "changeNumbers";
  const text = isConnected && isByFile ? change : status === "none" ? "connect" : "reconnect";
  return (
    <div className={cx("space-y-3", isChoice && "rounded-card border p-4")}>
      {isConnected ? <ConnectResult connection={connection} mandates={mandates} /> : null}
      {isChoice ? (
        <>
          <h3 className="flex items-center gap-3 font-medium">
            <VendorMark type={type} />
            {vendor}
          </h3>
          {purpose === "payments" ? null : <p className="text-sm text-muted">{t(`choice.${purpose}`)}</p>}
        </>
      ) : null}
      <Connect connection={connection} text={t(text, { vendor })} tone={isConnected ? "plain" : "primary"} />
      {isConnected && !isByFile ? (
        <p className="text-sm text-muted">{t.rich("otherAccount", { link: connectionsLink })}</p>
      ) : null}
    </div>
  );
}

function connectionsLink(text: ReactNode) {
  return (
    <Link href="/app/connections" className="text-action underline">
      {text}
    </Link>
  );
}

/** Shows the connected account and its status. */
export function ConnectResult({ connection, mandates }: { connection: ConnectionView; mandates: number }) {
  const t = useTranslations("onboarding");
  const { type, accountName: account } = connection;
  const vendor = VENDOR_NAMES[type];
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 wrap-anywhere">
        {isFileBasedSystem(type) ? (
          t(marksOf(type) === "document" ? "documentBooks" : "fileBooks", { vendor, account })
        ) : (
          <>
            {isOnlineSystem(type) ? `${vendor}: ` : ""}
            <Name text={account} />
          </>
        )}
      </span>
      <ConnectionState connection={connection} />
      {type === "GOCARDLESS" && mandates > 0 ? <span>{t("mandates", { count: mandates })}</span> : null}
    </p>
  );
}
