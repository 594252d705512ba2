import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ChangeList } from "@/components/changelog/change-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("changelog"))("title") };
}

export default function ChangelogPage() {
  const t = useTranslations("changelog");
  return (
    <>
      <h1 className="text-xl">{t("title")}</h1>
      <p className="prose-width mt-1 mb-6 text-muted">{t("intro")}</p>
      <ChangeList />
    </>
  );
}
