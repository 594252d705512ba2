import { useTranslations } from "next-intl";
import { ConnectButton } from "@/components/connections/connect-button";
import { ConnectionState } from "@/components/connections/connection-state";
import { VENDOR_NAMES } from "@/components/connections/vendors";
import type { ConnectionView } from "@/lib/connections/loaders";

/** The way to the vendor's own page, where the account is chosen or opened. */
export function ConnectStep({ connection, mandates }: { connection: ConnectionView; mandates: number }) {
  const t = useTranslations("onboarding");
  const { type, status } = connection;
  const vendor = VENDOR_NAMES[type];
  const text = status === "connected" ? "connectOther" : status === "none" ? "connect" : "reconnect";
  return (
    <div className="space-y-3">
      {status === "connected" ? <ConnectResult connection={connection} mandates={mandates} /> : null}
      <ConnectButton type={type} tone={status === "connected" ? "plain" : "primary"}>
        {t(text, { vendor })}
      </ConnectButton>
    </div>
  );
}

/** Which account it is, and how it stands with it. */
export function ConnectResult({ connection, mandates }: { connection: ConnectionView; mandates: number }) {
  const t = useTranslations("onboarding");
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 wrap-anywhere">{connection.accountName}</span>
      <ConnectionState connection={connection} />
      {connection.type === "GOCARDLESS" && mandates > 0 ? <span>{t("mandates", { count: mandates })}</span> : null}
    </p>
  );
}
