import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { listAddress } from "@/components/ui/list-address";
import { dismissReturnAction, reopenReturnAction, stopRetryAction } from "@/lib/collections/returns/actions";
import type { ReturnRow } from "@/lib/collections/returns/loaders";
import { RETRY_DAYS } from "@/lib/collections/types";
import { shortName } from "@/lib/core/text/sanitise";
import { today } from "@/lib/core/time/clock";
import { addDays, formatDay } from "@/lib/core/time/dates";
import { replaceMandateAction, resendMandateRequestAction } from "@/lib/mandates/actions";
import { NoteForm } from "./note-form";
import { RetryForm } from "./retry-form";

/** The actions for one return, the likeliest first. */
export function ReturnActions({ row }: { row: ReturnRow }) {
  const t = useTranslations("returns");
  const context = t("ofInvoice", { number: shortName(row.number) });
  const { invoiceId } = row;
  return (
    <div className="mt-3 flex flex-wrap items-start gap-2">
      {row.isDone ? <ReopenButton row={row} context={context} /> : null}
      {!row.isDone && row.retry.state === "possible" && !row.refusal ? (
        <RetryForm
          invoiceId={invoiceId}
          shown={row.shown}
          last={addDays(today(), RETRY_DAYS)}
          isPlanned={row.next !== undefined}
          isMain={row.next === undefined && row.isRetryAdvised}
          context={context}
        />
      ) : null}
      {row.next?.canStop ? (
        <ActionButton
          action={stopRetryAction.bind(null, { invoiceId })}
          size="small"
          done={t("stopDone")}
          context={context}
        >
          {t("stop")}
        </ActionButton>
      ) : null}
      {row.isDone ? null : <AskForMandate row={row} context={context} />}
      {!row.isDone && row.isDeceased ? (
        <Link href={listAddress("/app/contacts", { name: row.payerName })} className={buttonClass("plain", "small")}>
          {t("toContact")}
          <span className="sr-only"> {context}</span>
        </Link>
      ) : null}
      <NoteForm invoiceId={invoiceId} context={context} />
      {row.isDone ? null : <DismissButton row={row} context={context} />}
    </div>
  );
}

function AskForMandate({ row, context }: { row: ReturnRow; context: string }) {
  const t = useTranslations("returns");
  if (!row.contactId || !row.email || row.next || row.isDeceased) return null;
  if (row.request)
    return (
      <ActionButton
        gated
        action={resendMandateRequestAction.bind(null, { requestId: row.request.id })}
        size="small"
        done={t("asked", { email: shortName(row.email) })}
        context={context}
      >
        {t("askAgain")}
      </ActionButton>
    );
  return (
    <ActionButton
      gated
      action={replaceMandateAction.bind(null, { contactId: row.contactId })}
      size="small"
      tone={row.needsMandate ? "primary" : "plain"}
      done={t("asked", { email: shortName(row.email) })}
      context={context}
    >
      {t("ask")}
    </ActionButton>
  );
}

/** Dismisses a return and excludes its invoice from collection; the confirmation says both. */
function DismissButton({ row, context }: { row: ReturnRow; context: string }) {
  const t = useTranslations("returns");
  const locale = useLocale();
  const body = row.next?.canStop
    ? t("doneBodyPlanned", { number: shortName(row.number), day: formatDay(row.next.day, locale) })
    : t("doneBody", { number: shortName(row.number) });
  return (
    <ActionButton
      action={dismissReturnAction.bind(null, { invoiceId: row.invoiceId })}
      size="small"
      tone="quiet"
      done={t("doneDone")}
      context={context}
      confirmTone="primary"
      confirmation={{ title: t("doneTitle"), body: <p>{body}</p>, confirm: t("done"), cancel: t("notDone") }}
    >
      {t("done")}
    </ActionButton>
  );
}

function ReopenButton({ row, context }: { row: ReturnRow; context: string }) {
  const t = useTranslations("returns");
  if (row.outcome !== "dismissed") return null;
  return (
    <ActionButton
      gated
      action={reopenReturnAction.bind(null, { invoiceId: row.invoiceId })}
      size="small"
      done={t("reopenDone")}
      context={context}
    >
      {t("reopen")}
    </ActionButton>
  );
}
