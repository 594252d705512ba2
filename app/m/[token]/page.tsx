import { getTranslations } from "next-intl/server";
import { ClosedView } from "@/components/payer/closed-view";
import { leaveIfDisconnected } from "@/components/payer/leave-if-disconnected";
import { payerLocale } from "@/components/payer/locale-of-page";
import { PayerFrame } from "@/components/payer/payer-frame";
import { signAddressOf } from "@/components/payer/sign-address";
import { SignView } from "@/components/payer/sign-view";
import { Banner } from "@/components/ui/banner";
import type { SearchParams } from "@/lib/core/web/paging";
import { loadPayerPage } from "@/lib/mandates/signing/page-data";

export default async function PayerStartPage({
  params,
  searchParams,
}: {
  params: Promise<{ token: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { token } = await params;
  const page = await loadPayerPage(token);
  leaveIfDisconnected(page.state);
  const query = await searchParams;
  const locale = payerLocale(query, page.language);
  const t = await getTranslations({ locale, namespace: "payer" });
  return (
    <PayerFrame supplierName={page.supplier.name} locale={locale}>
      {(query.busy || query.failed) && page.state === "open" ? (
        <div className="mb-6">
          <Banner tone="wait" title={t(query.busy ? "busyTitle" : "failedTitle")} live>
            {t(query.busy ? "busyText" : "failedText")}
          </Banner>
        </div>
      ) : null}
      {page.state === "open" ? (
        <SignView page={page} locale={locale} signAddress={signAddressOf(token)} />
      ) : (
        <ClosedView page={page} locale={locale} />
      )}
    </PayerFrame>
  );
}
