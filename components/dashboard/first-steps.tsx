import { useTranslations } from "next-intl";
import { documentReferencesOf, marksOf } from "@/lib/vendors/rules";
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
  const text = (): string => {
    if (marksOf(integration) === "document") return t("uploadInvoices");
    if (missing === "list") return t("handInList", { vendor: vendorName(integration) ?? "" });
    return t(`${TEXTS[missing]}.${documentReferencesOf(integration)}`);
  };
  return (
    <section aria-labelledby="first-steps" className="rounded-card border bg-surface p-4 sm:p-6">
      <h2 id="first-steps" className="text-lg">
        {t("title")}
      </h2>
      <p className="prose-width mt-1 text-muted">{text()}</p>
    </section>
  );
}
