import { useTranslations } from "next-intl";
import { documentReferencesOf } from "@/lib/vendors/rules";
import { vendorName } from "@/lib/vendors/types";

const TEXTS = { invoice: "writeInvoice", condition: "chooseCondition" } as const;

interface Props {
  missing: keyof typeof TEXTS | "list";
  /** The accounting system in use. */
  integration?: string;
}

/** For a new supplier without an invoice: says what is still missing before the first one is collected. */
export function FirstSteps({ missing, integration }: Props) {
  const t = useTranslations("dashboard.first");
  return (
    <section aria-labelledby="first-steps" className="rounded-card border bg-surface p-4 sm:p-6">
      <h2 id="first-steps" className="text-lg">
        {t("title")}
      </h2>
      <p className="prose-width mt-1 text-muted">
        {missing === "list"
          ? t("handInList", { vendor: vendorName(integration) ?? "" })
          : t(`${TEXTS[missing]}.${documentReferencesOf(integration)}`)}
      </p>
    </section>
  );
}
