import { useLocale, useTranslations } from "next-intl";
import { ForOwners } from "@/components/action/for-owners";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { ConnectionKind, ConnectionView } from "@/lib/connections/loaders";
import { filesPageOf, isFileBasedSystem, isKeyed, roleOf } from "@/lib/vendors/rules";
import { ACCOUNTING_SYSTEMS, VENDOR_NAMES } from "@/lib/vendors/types";
import { ConnectButton } from "./connect-button";
import { KeyForm } from "./key-form";

/**
 * Starts a connection in the vendor's way: at the vendor's own page, by an API key, or on the page for uploading files.
 * `text` is the label of the button.
 */
export function Connect({
  connection: { type, status },
  text,
  tone,
}: {
  connection: ConnectionView;
  text: string;
  tone?: "primary" | "plain";
}) {
  const t = useTranslations("connections");
  if (isFileBasedSystem(type))
    return (
      <Link href={filesPageOf(type)} className={buttonClass(tone ?? "primary")}>
        {text}
      </Link>
    );
  if (isKeyed(type))
    return <KeyForm type={type} vendor={VENDOR_NAMES[type]} isRenewal={status === "connected"} submit={text} />;
  const button = (
    <ConnectButton type={type} tone={tone}>
      {text}
    </ConnectButton>
  );
  if (roleOf(type) !== "payments") return button;
  return <ForOwners otherwise={<p className="text-sm text-muted">{t("ownersOnly")}</p>}>{button}</ForOwners>;
}

/** Explains how to move to another accounting system. Another one can be connected as soon as none is connected. */
export function AccountingChange({ current }: { current: ConnectionKind }) {
  const t = useTranslations("connections.change");
  // American English would put a comma before the last name.
  const either = new Intl.ListFormat(useLocale() === "de" ? "de-DE" : "en-GB", { type: "disjunction" });
  const others = ACCOUNTING_SYSTEMS.filter((type) => type !== current).map((type) => VENDOR_NAMES[type]);
  return (
    <section className="mt-6">
      <h2 className="text-base">{t("title")}</h2>
      <p className="prose-width mt-1 text-sm text-muted">
        {t("text", { current: VENDOR_NAMES[current], other: either.format(others) })}
      </p>
    </section>
  );
}
