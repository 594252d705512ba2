import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { ClientTexts } from "@/components/format/client-texts";
import { PremiumMark } from "@/components/subscription/premium-mark";
import { formatMoney } from "@/lib/core/money/money";
import { formatDay } from "@/lib/core/time/dates";
import { collectNowAction } from "@/lib/invoices/actions";
import type { InvoiceView } from "@/lib/invoices/loaders";
import { CollectNowDay } from "./collect-now-day";

/**
 * Collects an invoice now. Offered only where that would change something; asks first and names the day and the amount.
 */
export function CollectNow({ invoice }: { invoice: InvoiceView }) {
  const t = useTranslations("collectNow");
  const locale = useLocale();
  const plan = invoice.collectNow;
  if (!plan) return null;
  const live = invoice.attempts.find((attempt) => attempt.holdsInvoice);
  const amount = formatMoney(plan.amountCents, locale);
  const due = formatDay(invoice.dueDate, locale, true);
  return (
    <div className="flex items-center gap-2 empty:hidden">
      <ActionButton
        gated
        premium={plan.needsPremium}
        action={collectNowAction.bind(null, { invoiceId: invoice.id })}
        confirmTone="primary"
        confirmation={{
          title: t("title"),
          body: (
            <>
              <p>
                {plan.chargeDate ? (
                  <ClientTexts names={["collectNow"]}>
                    <CollectNowDay invoiceId={invoice.id} amount={amount} due={due} />
                  </ClientTexts>
                ) : (
                  t("needsMandate", { amount })
                )}
              </p>
              {live ? <p>{t("moved", { before: formatDay(live.debitDate, locale, true) })}</p> : null}
            </>
          ),
          confirm: t("confirm"),
          cancel: t("notNow"),
        }}
        done={t(plan.chargeDate ? "done" : "asked")}
      >
        {t("button")}
      </ActionButton>
      {plan.needsPremium ? <PremiumMark /> : null}
    </div>
  );
}
