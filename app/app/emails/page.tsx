import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TemplateEditor } from "@/components/emails/template-editor";
import { TemplateSwitch } from "@/components/emails/template-switch";
import { ClientTexts } from "@/components/format/client-texts";
import { PageHeading } from "@/components/ui/page-heading";
import { requestLocale } from "@/lib/core/i18n";
import { paramOf, type SearchParams } from "@/lib/core/web/paging";
import { loadTemplate } from "@/lib/templates/loaders";
import { templateAddress } from "@/lib/templates/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("emails"))("title") };
}

export default async function EmailsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const t = await getTranslations("emails");
  // An invalid address opens the first mail, in the language of the reader.
  const tab = templateAddress.shape.tab.catch("with-invoice").parse(paramOf(params, "tab"));
  const language = templateAddress.shape.language.catch(await requestLocale()).parse(paramOf(params, "language"));
  const template = await loadTemplate(tab, language);
  return (
    <>
      <PageHeading title={t("title")} intro={t("intro")} />
      <TemplateSwitch address={{ tab, language }} />
      <ClientTexts names={["emails"]}>
        <TemplateEditor {...template} />
      </ClientTexts>
    </>
  );
}
