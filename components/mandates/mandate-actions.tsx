import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/lib/core/money/money";
import { shortName } from "@/lib/core/text/sanitise";
import { cancelMandateAction, undoMandateMatchAction } from "@/lib/mandates/actions";
import type { MandateRow } from "@/lib/mandates/loaders";

/** The actions for a mandate: download its proof, assign it to a contact, cancel it. */
export function MandateActions({ row, chooseHref }: { row: MandateRow; chooseHref: string }) {
  const t = useTranslations("mandates");
  const context = t("ofMandate", { reference: shortName(row.reference || row.payerName) });
  const isLive = row.isUsable && !row.isEnding;
  return (
    <div className="flex flex-wrap gap-2 md:flex-nowrap md:justify-end">
      <a href={`/app/mandates/${row.id}/pdf`} download className={buttonClass("plain", "small")}>
        {t("pdf")}
        <span className="sr-only"> {context}</span>
      </a>
      {isLive && row.contactName === undefined ? (
        <Link href={chooseHref} className={buttonClass("plain", "small")}>
          {t("assign")}
          <span className="sr-only"> {context}</span>
        </Link>
      ) : null}
      {isLive ? (
        <ActionButton
          action={cancelMandateAction.bind(null, { mandateId: row.id })}
          size="small"
          tone="quiet"
          done={t("cancelled")}
          context={context}
          confirmation={{
            title: t("cancelTitle"),
            body: (
              <Consequence row={row} text={t("cancelBody", { name: shortName(row.contactName ?? row.payerName) })} />
            ),
            confirm: t("cancel"),
            cancel: t("keep"),
          }}
        >
          {t("end")}
        </ActionButton>
      ) : null}
    </div>
  );
}

/** Undoes an assignment that a person made. Hidden once a collection on the mandate is at the bank. */
export function UndoMatch({ row }: { row: MandateRow }) {
  const t = useTranslations("mandates");
  if (!row.isMatchedByHand || row.isEnding || row.atBank.count > 0) return null;
  return (
    <div className="mt-1 -ml-3 empty:hidden">
      <ActionButton
        action={undoMandateMatchAction.bind(null, { mandateId: row.id })}
        size="small"
        tone="quiet"
        done={t("undone")}
        context={t("ofMandate", { reference: shortName(row.reference || row.payerName) })}
        confirmTone="primary"
        confirmation={{
          title: t("undoTitle"),
          body: <Consequence row={row} text={t("undoBody", { name: shortName(row.contactName ?? "") })} />,
          confirm: t("undo"),
          cancel: t("keep"),
        }}
      >
        {t("undo")}
      </ActionButton>
    </div>
  );
}

/** States the consequence in figures: the collections that stop, and those that can no longer be stopped. */
function Consequence({ row, text }: { row: MandateRow; text: string }) {
  const t = useTranslations("mandates");
  const locale = useLocale();
  const { stoppable, atBank } = row;
  const figures = ({ count, cents }: MandateRow["atBank"]) => ({ count, amount: formatMoney(cents, locale) });
  return (
    <>
      <p>{text}</p>
      <p>{stoppable.count > 0 ? t("stops", figures(stoppable)) : t("stopsNothing")}</p>
      {atBank.count > 0 ? <p>{t("runsOn", figures(atBank))}</p> : null}
    </>
  );
}
