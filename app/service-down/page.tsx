import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OutageView } from "@/components/info/outage-view";
import { PublicFrame } from "@/components/shell/public-frame";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("client.outage"))("title") };
}

/** Stands outside the other public pages because it must not ask the database who is reading it. */
export default function ServiceDownPage() {
  return (
    <PublicFrame hasEntrance={false}>
      <OutageView />
    </PublicFrame>
  );
}
