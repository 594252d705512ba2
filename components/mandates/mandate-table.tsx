import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { PayerLink } from "@/components/contacts/payer-link";
import { Day } from "@/components/format/day";
import { Name } from "@/components/format/name";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Pill, type Tone } from "@/components/ui/pill";
import { shortName } from "@/lib/core/text/sanitise";
import { chooseMandateAction } from "@/lib/mandates/actions";
import type { MandateRow } from "@/lib/mandates/loaders";
import { MandateActions, UndoMatch } from "./mandate-actions";

const TONES: Record<MandateRow["status"], Tone> = {
  pending_customer_approval: "wait",
  pending_submission: "good",
  submitted: "good",
  active: "good",
  failed: "bad",
  cancelled: "quiet",
  expired: "bad",
  blocked: "bad",
  consumed: "quiet",
  suspended_by_payer: "bad",
  other_account: "quiet",
};

export function MandateTable({ rows, chooseHref }: { rows: MandateRow[]; chooseHref: (mandateId: string) => string }) {
  const t = useTranslations("mandates");
  const columns: Column<MandateRow>[] = [
    {
      key: "payer",
      label: t("payer"),
      phone: "lead",
      className: "md:w-full md:max-w-0",
      cell: (row) => <PayerName row={row} />,
    },
    {
      key: "account",
      label: t("account"),
      phone: "below-lead",
      className: "md:whitespace-nowrap",
      cell: (row) => <AccountHint row={row} />,
    },
    {
      key: "next",
      label: t("nextDebit"),
      from: "xl",
      cell: (row) => (row.nextDebitDay ? <Day day={row.nextDebitDay} /> : "–"),
    },
    {
      key: "state",
      label: t("state"),
      align: "right",
      phone: "tail",
      cell: (row) => <MandateState row={row} />,
    },
    {
      key: "actions",
      label: t("actions"),
      align: "right",
      phone: "beneath",
      cell: (row) => <MandateActions row={row} chooseHref={chooseHref(row.id)} />,
    },
  ];
  return <DataTable caption={t("mandates")} columns={columns} rows={rows} rowKey={(row) => row.id} />;
}

/** The state of a mandate: GoCardless', unless the supplier has cancelled it and that is not confirmed yet. */
export function MandateState({ row }: { row: Pick<MandateRow, "status" | "isEnding"> }) {
  const t = useTranslations("mandates");
  if (row.isEnding)
    return (
      <Pill tone="quiet" hint={t("endingHint")}>
        {t("ending")}
      </Pill>
    );
  return (
    <Pill tone={TONES[row.status]} hint={t(`mandateStatus.${row.status}.hint`)}>
      {t(`mandateStatus.${row.status}.label`)}
    </Pill>
  );
}

function PayerName({ row }: { row: MandateRow }) {
  const t = useTranslations("mandates");
  return (
    <>
      <PayerLink id={row.contactId} name={row.payerName} className="block w-fit max-w-full truncate font-medium" />
      <Name text={row.reference || "–"} className="figure block truncate text-xs font-normal text-muted" />
      {row.contactName === undefined ? (
        <span className="block truncate text-xs text-muted">{t(row.isIgnored ? "ignored" : "unassigned")}</span>
      ) : row.contactName === row.payerName ? null : (
        <PayerLink
          id={row.contactId}
          name={row.contactName}
          className="block w-fit max-w-full truncate text-xs text-muted"
        />
      )}
      {row.isReplaced ? <span className="block text-xs text-muted">{t("replaced")}</span> : null}
      <UndoMatch row={row} />
      {row.isDefault === true ? <span className="block text-xs text-good">{t("isDefault")}</span> : null}
      {row.isDefault === false ? (
        <div className="mt-2 empty:hidden">
          <ActionButton
            gated
            action={chooseMandateAction.bind(null, { mandateId: row.id })}
            size="small"
            done={t("chosen")}
            context={shortName(row.reference)}
          >
            {t("choose")}
          </ActionButton>
        </div>
      ) : null}
    </>
  );
}

/** Shows the country and last digits of the IBAN, which is all that GoCardless gives. */
function AccountHint({ row }: { row: MandateRow }) {
  const account = row.accountHint || "–";
  return (
    <>
      <span className="tabular-nums">{account}</span>
      {row.bankName ? (
        <span title={row.bankName} className="hidden max-w-32 truncate text-xs text-muted md:block xl:max-w-40">
          <Name text={row.bankName} />
        </span>
      ) : null}
    </>
  );
}
