import { useTranslations } from "next-intl";
import { FilterChips } from "@/components/ui/filter-chips";
import { TABS } from "@/lib/templates/rules";
import type { TemplateAddress } from "@/lib/templates/schema";

const LANGUAGES = ["de", "en"] as const;

/** Where the editor of one of the four mails is found. */
export function templateHref({ tab, language }: TemplateAddress): string {
  return `/app/emails?tab=${tab}&language=${language}`;
}

/** Which of the four mails is on the screen; links, so that each has its address. */
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
