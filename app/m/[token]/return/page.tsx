import { getTranslations } from "next-intl/server";
import { Refresher } from "@/components/live/refresher";
import { ClosedView } from "@/components/payer/closed-view";
import { leaveIfDisconnected } from "@/components/payer/leave-if-disconnected";
import { payerLocale } from "@/components/payer/locale-of-page";
import { MessageView } from "@/components/payer/message-view";
import { PayerFrame } from "@/components/payer/payer-frame";
import { SupplierContact } from "@/components/payer/supplier-contact";
import { shortName } from "@/lib/core/text/sanitise";
import type { SearchParams } from "@/lib/core/web/paging";
import { settleReturn } from "@/lib/mandates/signing/page-provider";

export default async function PayerReturnPage({
  params,
  searchParams,
}: {
  params: Promise<{ token: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { token } = await params;
  const page = await settleReturn(token);
  leaveIfDisconnected(page.state);
  const locale = payerLocale(await searchParams, page.language);
  const t = await getTranslations({ locale, namespace: "payer" });
  return (
    <PayerFrame supplierName={page.supplier.name} locale={locale}>
      {page.state === "open" ? (
        <>
          {/* GoCardless may need a moment after the payer's last click, so the page refreshes for a minute. */}
          <Refresher everyMs={3_000} most={20} />
          <MessageView
            mark="wait"
            title={t("processingTitle")}
            text={<p>{t("processingText", { supplier: shortName(page.supplier.name) })}</p>}
          />
          <SupplierContact supplier={page.supplier} locale={locale} />
        </>
      ) : (
        <ClosedView page={page} locale={locale} />
      )}
    </PayerFrame>
  );
}
