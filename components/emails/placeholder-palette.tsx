"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { TemplateAddress } from "@/lib/templates/schema";
import { groupsOf, PLACEHOLDER_GROUPS, type Placeholder, type TemplateField } from "@/lib/templates/texts/rules";

/** Offers every placeholder; a click inserts it at the last cursor position. */
export function PlaceholderPalette({
  tab,
  target,
  onInsert,
}: {
  tab: TemplateAddress["tab"];
  target: TemplateField;
  onInsert: (placeholder: Placeholder) => void;
}) {
  const t = useTranslations("emails");
  return (
    <fieldset className="rounded-control bg-sunken p-4">
      <legend className="sr-only">{t("placeholders")}</legend>
      <p aria-hidden="true" className="text-sm font-medium">
        {t("placeholders")}
      </p>
      <p className="text-sm text-muted">{t("placeholdersInto", { field: t(`fields.${target}`) })}</p>
      {groupsOf(tab).map((group) => (
        <fieldset key={group} className="mt-3">
          <legend className="mb-1.5 text-xs text-muted">{t(`groups.${group}`)}</legend>
          <div className="flex flex-wrap gap-2">
            {PLACEHOLDER_GROUPS[group].map((placeholder) => (
              <Button key={placeholder} size="small" title={`{${placeholder}}`} onClick={() => onInsert(placeholder)}>
                {t(`names.${placeholder}`)}
              </Button>
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}
