import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CancelFlow } from "@/components/cancel/cancel-flow";
import { ClientTexts } from "@/components/format/client-texts";
import { PublicFrame } from "@/components/shell/public-frame";
import { Banner } from "@/components/ui/banner";
import { PageHeading } from "@/components/ui/page-heading";
import { brand } from "@/lib/core/brand";
import { loadFrame } from "@/lib/customers/loaders";
import { loadCancelFlow } from "@/lib/subscriptions/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("cancel"))("title") };
}

export default async function CancelPage() {
  const [frame, flow, t] = await Promise.all([loadFrame(), loadCancelFlow(), getTranslations("cancel")]);
  return (
    <PublicFrame visitor={frame}>
      <PageHeading title={t("title")} intro={t("intro")} />
      {typeof flow === "string" ? (
        <Banner tone="wait" title={t("unreadableTitle")}>
          {t("unreadable")}
        </Banner>
      ) : frame.isOwner ? (
        <ClientTexts names={["cancel"]}>
          <CancelFlow flow={flow} supportEmail={brand.supportEmail} customerId={frame.customerId} />
        </ClientTexts>
      ) : (
        <Banner tone="quiet" title={t("ownersOnlyTitle")}>
          {t("ownersOnly")}
        </Banner>
      )}
    </PublicFrame>
  );
}
