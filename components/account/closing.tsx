import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { loadClosing } from "@/lib/privacy/closing/loaders";
import { ClosingForm } from "./closing-form";

type ClosingView = Awaited<ReturnType<typeof loadClosing>>;

const DELETED = [
  ["deletedPeople", "people"],
  ["deletedConnections", "connections"],
  ["deletedContacts", "contacts"],
] as const;
const KEPT = [
  ["keptInvoices", "invoices"],
  ["keptDebits", "debits"],
  ["keptMandates", "mandates"],
  ["keptPayouts", "payouts"],
] as const;

/**
 * Shows what closing the account deletes and what stays stored, in figures; lines with a zero are hidden. While money
 * is on its way, shows what has to happen first; otherwise offers the form that closes the account.
 */
export function Closing({ closing }: { closing: ClosingView }) {
  const t = useTranslations("account.data");
  const { deleted, kept, underWay } = closing;
  return (
    <div className="space-y-6">
      <div>
        <h3 className="font-semibold">{t("deleted")}</h3>
        <ul className="prose-width mt-2 list-disc space-y-1 pl-5 marker:text-muted">
          {DELETED.map(([key, kind]) =>
            deleted[kind] > 0 ? <li key={key}>{t(key, { count: deleted[kind] })}</li> : null,
          )}
          <li>{t("deletedMails")}</li>
        </ul>
      </div>
      <div>
        <h3 className="font-semibold">{t("kept")}</h3>
        <ul className="prose-width mt-2 list-disc space-y-1 pl-5 marker:text-muted">
          {KEPT.map(([key, kind]) => (kept[kind] > 0 ? <li key={key}>{t(key, { count: kept[kind] })}</li> : null))}
          <li>{t("keptAudit")}</li>
        </ul>
        <p className="prose-width mt-3 text-sm text-muted">{t("keptText")}</p>
      </div>
      {underWay > 0 ? (
        <Banner
          tone="wait"
          title={t("blockedTitle", { count: underWay })}
          action={
            <Link href="/app/invoices" className={buttonClass("plain", "small")}>
              {t("toInvoices")}
            </Link>
          }
        >
          {t("blockedText")}
        </Banner>
      ) : (
        <ClosingForm />
      )}
    </div>
  );
}
