import { brand } from "@/lib/core/brand";
import { FIRST_NAMED } from "@/lib/providers/accounting/systems";
import { vendorName } from "@/lib/vendors/types";

/** The topic of a customer's mail to the support, so that the support can sort it unread. */
export type SupportTopic = "subscription" | "otherContract" | "registration";

/**
 * Returns the topic for a type of contract. STRIPE is a subscription with us, and any other type was agreed through the
 * vendor of the accounting system. Without a contract, the customer is still registering.
 */
export function supportTopic(contractType: string | undefined): SupportTopic {
  if (!contractType) return "registration";
  return contractType === "STRIPE" ? "subscription" : "otherContract";
}

/**
 * Returns the facts for the subject of a mail to the support. Without an accounting system, `integration` is `none`, and
 * `system` is the first one that the specification names (decision 039).
 */
export function supportFacts(
  { customerId, integration }: { customerId: string; integration: string | undefined },
  none: string,
): { product: string; customerId: string; integration: string; system: string } {
  const name = vendorName(integration);
  return { product: brand.name, customerId, integration: name ?? none, system: name ?? FIRST_NAMED.name };
}
