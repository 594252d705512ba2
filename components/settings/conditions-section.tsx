import { useTranslations } from "next-intl";
import { ConditionForm } from "@/components/conditions/condition-form";
import { SettingsSection } from "@/components/ui/settings-section";
import { conditionsKey } from "@/lib/customers/condition/rules";
import type { ConditionView } from "@/lib/invoices/conditions/loaders";

/** The choice of payment conditions from the dashboard, repeated among the settings. */
export function ConditionsSection({
  conditions,
  marks,
  vendor,
}: {
  conditions: ConditionView[];
  marks: "condition" | "method";
  vendor: string | undefined;
}) {
  const t = useTranslations("client.conditions");
  return (
    <SettingsSection id="conditions" title={t("title")} intro={t(`intro.${marks}`)}>
      <ConditionForm
        key={conditionsKey(conditions)}
        conditions={conditions}
        marks={marks}
        vendor={vendor}
        isTitled={false}
      />
    </SettingsSection>
  );
}
