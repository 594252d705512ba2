import { useTranslations } from "next-intl";

const TEXTS = { invoice: "writeInvoice", condition: "chooseCondition", list: "handInList" } as const;

/** For a newcomer without an invoice: what is still missing before the first one is collected. */
export function FirstSteps({ missing, integration }: { missing: keyof typeof TEXTS; integration?: string }) {
  const t = useTranslations("dashboard.first");
  return (
    <section aria-labelledby="first-steps" className="rounded-card border bg-surface p-4 sm:p-6">
      <h2 id="first-steps" className="text-lg">
        {t("title")}
      </h2>
      <p className="prose-width mt-1 text-muted">{t(TEXTS[missing], { integration: integration ?? "none" })}</p>
    </section>
  );
}
