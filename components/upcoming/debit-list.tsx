import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { PayerLink } from "@/components/contacts/payer-link";
import { Money } from "@/components/format/money";
import { LinkedList } from "@/components/ui/linked-table";
import { Pill, type Tone } from "@/components/ui/pill";
import type { UpcomingDebit } from "@/lib/collections/upcoming/loaders";
import { shortName } from "@/lib/core/text/sanitise";
import { today } from "@/lib/core/time/clock";
import { formatDay } from "@/lib/core/time/dates";
import { holdInvoiceAction, setInvoiceExcludedAction } from "@/lib/invoices/actions";
import { DebitBox, NoBox } from "./debit-selection";
import { type HoldRange, StopActions } from "./stop-actions";

const TONES: Record<UpcomingDebit["state"], Tone> = {
  stoppable: "wait",
  stopping: "info",
  sent: "quiet",
  held: "quiet",
  excluded: "quiet",
};

/**
 * Lists the collections of one charge date. Those that can still be stopped have a checkbox and actions; stopped ones
 * can be released.
 */
export function DebitList({ debits, range }: { debits: UpcomingDebit[]; range: HoldRange }) {
  const hasBoxes = debits.some(({ state }) => state === "stoppable");
  return (
    <LinkedList className="divide-y">
      {debits.map((debit) => (
        <DebitRow key={debit.id} debit={debit} range={range} hasBoxes={hasBoxes} />
      ))}
    </LinkedList>
  );
}

function DebitRow({ debit, range, hasBoxes }: { debit: UpcomingDebit; range: HoldRange; hasBoxes: boolean }) {
  const t = useTranslations("upcoming");
  const number = shortName(debit.number) || t("noNumber");
  const isStopped = debit.state === "held" || debit.state === "excluded";
  return (
    <li className="flex cursor-pointer items-start gap-3 px-4 py-3 hover:bg-sunken sm:px-5">
      {debit.state === "stoppable" ? (
        <DebitBox invoiceId={debit.invoiceId} cents={debit.amountCents} label={t("choose", { number })} />
      ) : null}
      {hasBoxes && debit.state !== "stoppable" ? <NoBox /> : null}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-4">
          <p className="min-w-0 truncate">
            <a
              href={`/app/invoices/${debit.invoiceId}`}
              className="row-link font-medium text-ink underline-offset-2 hover:underline"
            >
              <bdi>{number}</bdi>
            </a>
            <PayerLink id={debit.contactId} name={debit.payerName} className="ml-2 text-muted" />
          </p>
          <Money cents={debit.amountCents} className={isStopped ? "text-muted line-through" : "font-medium"} />
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <DebitState debit={debit} />
          <MandateHint debit={debit} />
          <DebitActions debit={debit} context={number} range={range} />
        </div>
      </div>
    </li>
  );
}

function DebitState({ debit }: { debit: UpcomingDebit }) {
  const t = useTranslations("upcoming");
  const locale = useLocale();
  const { state, heldUntil, stopUntil } = debit;
  const isLate = state === "stoppable" && stopUntil < today();
  return (
    <>
      <Pill tone={TONES[state]}>
        {state === "held" && heldUntil ? t("heldUntil", { day: formatDay(heldUntil, locale) }) : t(`states.${state}`)}
      </Pill>
      {state === "stoppable" ? (
        <span>{isLate ? t("anyMoment") : t("until", { day: formatDay(stopUntil, locale, true) })}</span>
      ) : null}
    </>
  );
}

/** Shows account and mandate, enough to recognise them, but never the IBAN. */
function MandateHint({ debit }: { debit: UpcomingDebit }) {
  const t = useTranslations("upcoming");
  const { accountHint, mandateReference } = debit;
  if (!accountHint && !mandateReference) return null;
  return (
    <span className="min-w-0 truncate">
      {[accountHint, mandateReference && t("mandate", { reference: shortName(mandateReference) })]
        .filter(Boolean)
        .join(" · ")}
    </span>
  );
}

function DebitActions({ debit, context, range }: { debit: UpcomingDebit; context: string; range: HoldRange }) {
  const t = useTranslations("upcoming");
  const { state, invoiceId } = debit;
  if (state === "sent" || state === "stopping") return null;
  if (state === "stoppable") return <StopActions invoiceId={invoiceId} context={context} range={range} />;
  return (
    <div className="text-ink max-sm:w-full sm:ml-auto">
      <ActionButton
        size="small"
        context={context}
        action={
          state === "held"
            ? holdInvoiceAction.bind(null, { invoiceId, until: null })
            : setInvoiceExcludedAction.bind(null, { invoiceId, excluded: false })
        }
        done={t("released")}
      >
        {t(state === "held" ? "release" : "include")}
      </ActionButton>
    </div>
  );
}
