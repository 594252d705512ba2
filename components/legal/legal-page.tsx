import { getLocale, getTranslations } from "next-intl/server";
import { Banner } from "@/components/ui/banner";
import { brand } from "@/lib/core/brand";
import { loadLegalText } from "@/lib/legal/loaders";
import type { LegalDocument } from "@/lib/legal/types";
import { LegalText } from "./legal-text";

export async function LegalPage({ document }: { document: LegalDocument }) {
  const locale = await getLocale();
  const [t, text] = await Promise.all([getTranslations("legal"), loadLegalText(document, locale)]);
  return (
    <>
      <h1 className="mb-6 text-xl hyphens-auto">{t(`${document}.title`)}</h1>
      {text.isTemplate ? (
        <div className="mb-8">
          <Banner tone="wait" title={t("template.title")}>
            {t("template.text", { product: brand.name })}
          </Banner>
        </div>
      ) : null}
      {text.language === locale ? null : <p className="mb-6 text-muted">{t("otherLanguage")}</p>}
      <LegalText markdown={text.markdown} language={text.language} />
    </>
  );
}
