import { getTranslations } from "next-intl/server";
import { ClosedView } from "@/components/payer/closed-view";
import { leaveIfDisconnected } from "@/components/payer/leave-if-disconnected";
import { payerLocale } from "@/components/payer/locale-of-page";
import { PayerFrame } from "@/components/payer/payer-frame";
import { SignView } from "@/components/payer/sign-view";
import { Banner } from "@/components/ui/banner";
import type { SearchParams } from "@/lib/core/paging";
import { openFlowAction } from "@/lib/mandates/payer-actions";
import { loadPayerPage } from "@/lib/mandates/payer-mutations";

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
      {query.busy && page.state === "open" ? (
        <div className="mb-6">
          <Banner tone="wait" title={t("busyTitle")} live>
            {t("busyText")}
          </Banner>
        </div>
      ) : null}
      {page.state === "open" ? (
        <SignView page={page} locale={locale} sign={openFlowAction.bind(null, token)} />
      ) : (
        <ClosedView page={page} locale={locale} />
      )}
    </PayerFrame>
  );
}
