import { useTranslations } from "next-intl";
import { FilterChips } from "@/components/ui/filter-chips";
import type { TemplateAddress } from "@/lib/templates/schema";
import { TABS } from "@/lib/templates/texts/rules";

const LANGUAGES = ["de", "en"] as const;

/** Returns the address of the editor for one of the four mails. */
export function templateHref({ tab, language }: TemplateAddress): string {
  return `/app/emails?tab=${tab}&language=${language}`;
}

/** Switches between the four mails. These are links, so that each mail has its own address. */
export function TemplateSwitch({ address }: { address: TemplateAddress }) {
  const t = useTranslations("emails");
  return (
    <div className="mb-6 flex flex-wrap gap-x-8 gap-y-2">
      <FilterChips
        label={t("tabsLabel")}
        current={address.tab}
        chips={TABS.map((tab) => ({ key: tab, label: t(`tabs.${tab}`), href: templateHref({ ...address, tab }) }))}
      />
      <FilterChips
        label={t("languagesLabel")}
        current={address.language}
        chips={LANGUAGES.map((language) => ({
          key: language,
          label: t(`languages.${language}`),
          href: templateHref({ ...address, language }),
        }))}
      />
    </div>
  );
}
