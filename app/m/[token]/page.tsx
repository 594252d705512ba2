import { ClosedView } from "@/components/payer/closed-view";
import { leaveIfDisconnected } from "@/components/payer/leave-if-disconnected";
import { payerLocale } from "@/components/payer/locale-of-page";
import { PayerFrame } from "@/components/payer/payer-frame";
import { SignView } from "@/components/payer/sign-view";
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
  const locale = payerLocale(await searchParams, page.language);
  return (
    <PayerFrame supplierName={page.supplier.name} locale={locale}>
      {page.state === "open" ? (
        <SignView page={page} locale={locale} sign={openFlowAction.bind(null, token)} />
      ) : (
        <ClosedView page={page} locale={locale} />
      )}
    </PayerFrame>
  );
}
