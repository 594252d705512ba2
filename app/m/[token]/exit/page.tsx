import { getTranslations } from "next-intl/server";
import { ClosedView } from "@/components/payer/closed-view";
import { leaveIfDisconnected } from "@/components/payer/leave-if-disconnected";
import { payerLocale } from "@/components/payer/locale-of-page";
import { MessageView } from "@/components/payer/message-view";
import { PayerFrame } from "@/components/payer/payer-frame";
import { signAddressOf } from "@/components/payer/sign-address";
import { SignForm } from "@/components/payer/sign-form";
import { SupplierContact } from "@/components/payer/supplier-contact";
import { shortName } from "@/lib/core/text/sanitise";
import type { SearchParams } from "@/lib/core/web/paging";
import { loadPayerPage } from "@/lib/mandates/signing/page-data";
import { markExit } from "@/lib/mandates/signing/page-mutations";

export default async function PayerExitPage({
  params,
  searchParams,
}: {
  params: Promise<{ token: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { token } = await params;
  await markExit(token);
  const page = await loadPayerPage(token);
  leaveIfDisconnected(page.state);
  const locale = payerLocale(await searchParams, page.language);
  const t = await getTranslations({ locale, namespace: "payer" });
  return (
    <PayerFrame supplierName={page.supplier.name} locale={locale}>
      {page.state === "open" ? (
        <>
          <MessageView
            mark="info"
            title={t("exitTitle")}
            text={<p>{t("exitText", { supplier: shortName(page.supplier.name) })}</p>}
          >
            <SignForm action={signAddressOf(token)}>{t("tryAgain")}</SignForm>
          </MessageView>
          <SupplierContact supplier={page.supplier} locale={locale} />
        </>
      ) : (
        <ClosedView page={page} locale={locale} />
      )}
    </PayerFrame>
  );
}
