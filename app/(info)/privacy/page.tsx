import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LegalPage } from "@/components/legal/legal-page";
import { RetentionList } from "@/components/legal/retention-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("legal"))("privacy.title") };
}

export default function Page() {
  return (
    <>
      <LegalPage document="privacy" />
      <RetentionList />
    </>
  );
}
