import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { PayerLink } from "@/components/contacts/payer-link";
import { Money } from "@/components/format/money";
import { Name } from "@/components/format/name";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/lib/core/money/money";
import { shortName } from "@/lib/core/text/sanitise";
import { requestMandateAction } from "@/lib/mandates/actions";
import { chooseFirstRequestsAction } from "@/lib/mandates/first-requests/actions";
import type { FirstRequests, WaitingRow } from "@/lib/mandates/first-requests/loaders";
import type { FirstRequestState } from "@/lib/mandates/first-requests/types";

/** Shows how many emails would be sent, and the buttons to send them all now or one by one. */
export function FirstRequestChoice({ requests }: { requests: FirstRequests }) {
  const t = useTranslations("mandates.firstRequests");
  const locale = useLocale();
  const { state, payers, cents, seen, isReading, isAutomatic } = requests;
  if (state === "automatic") return null;
  if (isReading)
    return (
      <Banner tone="wait" title={t("readingTitle")}>
        {t("reading")}
      </Banner>
    );
  const maySendAll = isAutomatic && (state === "open" || payers > 0);
  return (
    <div className="space-y-3">
      {payers > 0 ? (
        <p className="text-lg font-medium">{t("summary", { count: payers, amount: formatMoney(cents, locale) })}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {maySendAll ? (
          <ActionButton
            gated
            tone="primary"
            action={chooseFirstRequestsAction.bind(null, { choice: "now", seen })}
            done={t("sentNow", { count: payers })}
          >
            {t("now", { count: payers })}
          </ActionButton>
        ) : null}
        {state === "open" && payers > 0 ? (
          <ActionButton
            gated
            action={chooseFirstRequestsAction.bind(null, { choice: "by_hand", seen })}
            done={t("chosenByHand")}
          >
            {t("byHand")}
          </ActionButton>
        ) : null}
        <Link href="/app/emails" className={buttonClass("quiet", "normal")}>
          {t("wording")}
        </Link>
      </div>
      <p className="prose-width text-sm text-muted">{t(isAutomatic ? "later" : "off")}</p>
    </div>
  );
}

/** Leads from the mandates to the first requests, until they are sent automatically. */
export function FirstRequestBanner({ state }: { state: FirstRequestState | undefined }) {
  const t = useTranslations("mandates.firstRequests");
  if (!state || state === "automatic") return null;
  const link = (
    <Link href="/app/mandates/first-requests" className={buttonClass("plain", "small")}>
      {t("bannerLink")}
    </Link>
  );
  return (
    <div className="mb-6">
      <Banner tone={state === "open" ? "wait" : "quiet"} title={t(`banner.${state}`)} action={link} />
    </div>
  );
}

/** Returns the key of the sentence below the title, which says what the list is for. */
export function introKey({ state, rows, isReading }: FirstRequests): FirstRequestState | "nobody" {
  return state === "open" && rows.length === 0 && !isReading ? "nobody" : state;
}

/** Lists who gets a request, at which address, and for how much. Requests sent by hand have a button each. */
export function FirstRequestTable({ requests }: { requests: FirstRequests }) {
  const t = useTranslations("mandates.firstRequests");
  const columns: Column<WaitingRow>[] = [
    {
      key: "customer",
      label: t("customer"),
      phone: "lead",
      cell: (row) => <PayerLink id={row.contactId} name={row.name || row.email} />,
    },
    {
      key: "email",
      label: t("email"),
      phone: "below-lead",
      cell: (row) => <Name text={row.email} className="break-all" />,
    },
    {
      key: "invoices",
      label: t("invoices"),
      phone: "beneath",
      cell: (row) =>
        row.invoiceCount === 1 && row.number ? (
          <Name text={row.number} />
        ) : (
          t("invoiceCount", { count: row.invoiceCount })
        ),
    },
    {
      key: "amount",
      label: t("amount"),
      align: "right",
      phone: "tail",
      cell: (row) => <Money cents={row.openCents} />,
    },
  ];
  if (requests.state === "by_hand")
    columns.splice(3, 0, {
      key: "send",
      label: t("actions"),
      phone: "below-tail",
      cell: (row) => (
        <ActionButton
          gated
          size="small"
          action={requestMandateAction.bind(null, { contactId: row.contactId, byMail: true })}
          done={t("sent", { email: shortName(row.email) })}
          context={shortName(row.name || row.email)}
        >
          {t("send")}
        </ActionButton>
      ),
    });
  return <DataTable caption={t("title")} columns={columns} rows={requests.rows} rowKey={(row) => row.contactId} />;
}
