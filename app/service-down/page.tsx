import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OutageView } from "@/components/info/outage-view";
import { PublicFrame } from "@/components/shell/public-frame";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("client.outage"))("title") };
}

/**
 * The outage page. It is outside the frame of other public pages, because it must not query the database for the
 * reader.
 */
export default function ServiceDownPage() {
  return (
    <PublicFrame hasEntrance={false}>
      <OutageView />
    </PublicFrame>
  );
}
