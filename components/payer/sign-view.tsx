import { getTranslations } from "next-intl/server";
import { Name } from "@/components/format/name";
import type { Locale } from "@/lib/core/locales";
import { formatMoney } from "@/lib/core/money/money";
import { shortName } from "@/lib/core/text/sanitise";
import { formatDay } from "@/lib/core/time/dates";
import type { PayerPage } from "@/lib/mandates/signing/types";
import { SignForm } from "./sign-form";
import { SupplierContact } from "./supplier-contact";

/**
 * Shows the payer who asks, for what and what happens next, with one button. Reading it takes thirty seconds on a
 * phone.
 */
export async function SignView({
  page,
  locale,
  signAddress,
}: {
  page: PayerPage;
  locale: Locale;
  signAddress: string;
}) {
  const t = await getTranslations({ locale, namespace: "payer" });
  const { supplier, invoice, creditorName, noticeDays } = page;
  const name = shortName(supplier.name);
  const steps = [
    t("step1"),
    t("step2", { supplier: name, days: noticeDays }),
    invoice ? t("step3Invoice", { number: shortName(invoice.number) }) : t("step3"),
  ];
  return (
    <>
      <p className="text-muted">{page.contactName ? t("greeting", { name: shortName(page.contactName) }) : null}</p>
      <h1 className="mt-1 text-xl">{t("asks", { supplier: name })}</h1>
      {invoice ? (
        <InvoiceBox invoice={invoice} locale={locale} labels={{ invoice: t("invoice"), due: t("due") }} />
      ) : null}
      <h2 className="mt-8 text-base">{t("whatHappens")}</h2>
      <ol className="mt-3 space-y-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full bg-action-soft text-sm font-semibold text-action"
            >
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
      <SignForm action={signAddress} className="mt-8" buttonClassName="min-h-12 w-full">
        {t("grant")}
      </SignForm>
      <p className="mt-3 text-sm text-muted">{t("nextPage")}</p>
      <MandateText page={page} locale={locale} creditor={shortName(creditorName) || name} />
      <SupplierContact supplier={supplier} locale={locale} />
    </>
  );
}

function InvoiceBox({
  invoice,
  locale,
  labels,
}: {
  invoice: NonNullable<PayerPage["invoice"]>;
  locale: Locale;
  labels: { invoice: string; due: string };
}) {
  return (
    <div className="mt-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 rounded-card border bg-surface p-5">
      <div className="min-w-0">
        <p className="text-sm text-muted">{labels.invoice}</p>
        <p className="font-medium break-words">
          <Name text={invoice.number} />
        </p>
        <p className="text-sm text-muted">
          {labels.due} <time dateTime={invoice.dueDate}>{formatDay(invoice.dueDate, locale)}</time>
        </p>
      </div>
      <p className="figure text-xl font-semibold">{formatMoney(invoice.amountCents, locale)}</p>
    </div>
  );
}

async function MandateText({ page, locale, creditor }: { page: PayerPage; locale: Locale; creditor: string }) {
  const t = await getTranslations({ locale, namespace: "payer" });
  return (
    <section aria-labelledby="mandate-text" className="mt-8 rounded-card bg-sunken p-5 text-sm">
      <h2 id="mandate-text" className="text-sm font-semibold">
        {t("mandateTitle")}
      </h2>
      <p className="mt-2">{t("mandateText", { creditor })}</p>
      <p className="mt-2">{t("notice", { days: page.noticeDays })}</p>
      <dl className="mt-3 space-y-1 text-muted">
        <div className="flex flex-wrap gap-x-2">
          <dt>{t("creditor")}</dt>
          <dd className="text-ink">{creditor}</dd>
        </div>
        {page.creditorIdentifier ? (
          <div className="flex flex-wrap gap-x-2">
            <dt>{t("creditorIdentifier")}</dt>
            <dd className="text-ink tabular-nums">{page.creditorIdentifier}</dd>
          </div>
        ) : null}
        <div className="flex flex-wrap gap-x-2">
          <dt>{t("kindLabel")}</dt>
          <dd className="text-ink">{t("kind")}</dd>
        </div>
      </dl>
    </section>
  );
}
