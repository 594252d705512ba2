import { useTranslations } from "next-intl";
import type { CancelFlow } from "@/lib/subscriptions/loaders";

/** Shows how much the supplier used us lately, in two figures: invoices and mandates. */
export function Impact({ flow: { summary } }: { flow: CancelFlow }) {
  const t = useTranslations("cancel.impact");
  const { invoices, mandates } = summary;
  const rows = [
    { key: "invoices", ...invoices },
    { key: "mandates", ...mandates },
  ] as const;
  return (
    <section aria-labelledby="impact" className="mb-8 rounded-card bg-sunken p-4 sm:p-6">
      <h2 id="impact" className="text-sm font-medium text-muted">
        {t("title")}
      </h2>
      <dl className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-2">
        {rows.map(({ key, totalCount, openCount }) => (
          <div key={key} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-muted">
              {t(key, { count: totalCount })}
              {openCount > 0 ? <span className="block text-ink">{t(`${key}Open`, { count: openCount })}</span> : null}
            </dt>
            <dd className="figure text-2xl font-semibold">{totalCount}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
