import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BrokenLinkView } from "@/components/info/broken-link-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("info.broken"))("title") };
}

export default function Page() {
  return <BrokenLinkView side="books" />;
}
