import { getTranslations } from "next-intl/server";
import type { Locale } from "@/lib/core/locales";
import { shortName } from "@/lib/core/text/sanitise";
import type { PayerPage } from "@/lib/mandates/signing/types";
import { MessageView } from "./message-view";
import { SupplierContact } from "./supplier-contact";

/**
 * Shown for links that offer no action: the mandate is signed, the request cancelled, the supplier's account on hold,
 * or the link unknown.
 */
export async function ClosedView({ page, locale }: { page: PayerPage; locale: Locale }) {
  const t = await getTranslations({ locale, namespace: "payer" });
  const supplier = shortName(page.supplier.name);
  if (page.state === "unknown")
    return <MessageView mark="info" title={t("unknownTitle")} text={<p>{t("unknownText")}</p>} />;
  const [title, text, mark] =
    page.state === "signed"
      ? ([t("signedTitle"), t("signedText", { supplier, days: page.noticeDays }), "good"] as const)
      : page.state === "payments-held"
        ? ([t("heldTitle"), t("heldText", { supplier }), "info"] as const)
        : ([t("withdrawnTitle"), t("withdrawnText", { supplier }), "info"] as const);
  return (
    <>
      <MessageView mark={mark} title={title} text={<p>{text}</p>} />
      <SupplierContact supplier={page.supplier} locale={locale} />
    </>
  );
}
