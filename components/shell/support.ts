import { getTranslations } from "next-intl/server";
import { brand } from "@/lib/core/brand";
import type { CustomerFrame } from "@/lib/customers/loaders";
import { supportFacts, supportTopic } from "@/lib/customers/rules";

/**
 * Returns a mailto link to the support that already says who writes; a stranger counts as somebody who wants to
 * register.
 */
export async function supportHref(customer: CustomerFrame | undefined): Promise<string> {
  const t = await getTranslations("shell");
  const subject = customer
    ? t(`supportSubject.${supportTopic(customer.contractType)}`, supportFacts(customer, t("noIntegration")))
    : t("supportSubject.visitor", { product: brand.name });
  return `mailto:${brand.supportEmail}?subject=${encodeURIComponent(subject)}`;
}
