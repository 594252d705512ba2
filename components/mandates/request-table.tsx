import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { PayerLink } from "@/components/contacts/payer-link";
import { Instant } from "@/components/format/instant";
import { Name } from "@/components/format/name";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Pill, type Tone } from "@/components/ui/pill";
import { shortName } from "@/lib/core/text/sanitise";
import { deleteMandateRequestAction, resendMandateRequestAction } from "@/lib/mandates/actions";
import type { RequestRow } from "@/lib/mandates/loaders";

const TONES: Record<RequestRow["state"], Tone> = {
  link: "wait",
  refused: "bad",
  pending: "wait",
  sent: "wait",
  opened: "wait",
  exited: "wait",
  signed: "good",
  cancelled: "quiet",
};

/**
 * Lists the mandate requests with their actions. These are cards instead of columns, because the actions matter most.
 */
export function RequestTable({ rows }: { rows: RequestRow[] }) {
  const t = useTranslations("mandates");
  return (
    <ul className="divide-y" aria-label={t("requests")}>
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid gap-x-6 gap-y-3 px-4 py-4 sm:px-5 xl:grid-cols-[minmax(0,1fr)_auto] xl:items-center xl:py-3"
        >
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <PayerLink
                id={row.contactId}
                name={row.contactName}
                className="min-w-0 font-medium break-words hyphens-auto"
              />
              <Pill tone={TONES[row.state]} hint={t(`requestStatus.${row.state}.hint`)}>
                {t(`requestStatus.${row.state}.label`)}
              </Pill>
              {row.isOpen && !row.isNeeded ? (
                <Pill tone="quiet" hint={t("notNeeded.hint")}>
                  {t("notNeeded.label")}
                </Pill>
              ) : null}
            </div>
            <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-muted">
              <Name text={row.email ?? t("noEmail")} className="min-w-0 break-all" />
              {row.invoice ? (
                <span className="min-w-0 break-words">
                  {t("forInvoice")}{" "}
                  <Link href={`/app/invoices/${row.invoice.id}`} className="text-action underline underline-offset-2">
                    <Name text={row.invoice.number} />
                  </Link>
                </span>
              ) : null}
              <span>
                {t("requested")} <Instant at={row.createdAt} />
              </span>
              {row.sentAgainAt ? (
                <span>
                  {t("sentLast")} <Instant at={row.sentAgainAt} />
                </span>
              ) : null}
              {row.remindedAt ? (
                <span>
                  {t("reminded", { count: row.reminderCount })} <Instant at={row.remindedAt} />
                </span>
              ) : null}
            </p>
          </div>
          {row.isOpen ? <RequestActions row={row} /> : null}
        </li>
      ))}
    </ul>
  );
}

function RequestActions({ row }: { row: RequestRow }) {
  const t = useTranslations("mandates");
  const name = shortName(row.contactName);
  const context = t("ofContact", { name });
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap max-sm:[&_a]:w-full max-sm:[&_button]:w-full">
      <CopyButton text={row.link} label={t("copyLink")} done={t("copied")} context={context} />
      <a href={row.link} target="_blank" rel="noreferrer" className={buttonClass("plain", "small")}>
        {t("openLink")}
        <span className="sr-only">
          {" "}
          {context} ({t("newTab")})
        </span>
      </a>
      {row.email ? (
        <ActionButton
          gated
          action={resendMandateRequestAction.bind(null, { requestId: row.id })}
          size="small"
          done={t("resent", { email: shortName(row.email) })}
          context={context}
        >
          {t("resend")}
        </ActionButton>
      ) : null}
      <ActionButton
        action={deleteMandateRequestAction.bind(null, { requestId: row.id })}
        size="small"
        done={t("deleted")}
        context={context}
        confirmation={{
          title: t("deleteTitle"),
          body: <p>{t("deleteBody", { name })}</p>,
          confirm: t("deleteConfirm"),
          cancel: t("keep"),
        }}
      >
        {t("delete")}
      </ActionButton>
    </div>
  );
}
