import { vendorName } from "@/lib/connections/types";
import { brand } from "@/lib/core/brand";
import { FIRST_NAMED } from "@/lib/providers/accounting/systems";

/** What a customer's mail to the support is about, before the support has read a line of it. */
export type SupportTopic = "subscription" | "otherContract" | "registration";

/**
 * Whoever pays us by Stripe is a subscriber of ours; any other contract was made through the maker of the books; without
 * a contract somebody is still on the way in.
 */
export function supportTopic(contractType: string | undefined): SupportTopic {
  if (!contractType) return "registration";
  return contractType === "STRIPE" ? "subscription" : "otherContract";
}

/**
 * What the subject of such a mail says besides; `none` stands for books that are not connected yet: a contract of the
 * other kind is then for the system that the specification names (docs/decisions/039).
 */
export function supportFacts(
  { customerId, integration }: { customerId: string; integration: string | undefined },
  none: string,
): { product: string; customerId: string; integration: string; system: string } {
  const name = vendorName(integration);
  return { product: brand.name, customerId, integration: name ?? none, system: name ?? FIRST_NAMED.name };
}
