import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OutageView } from "@/components/info/outage-view";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("client.outage"))("title") };
}

export default function ServiceDownPage() {
  return <OutageView />;
}
