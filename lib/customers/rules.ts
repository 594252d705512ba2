/** What a customer's mail to the support is about, before the support has read a line of it. */
export type SupportTopic = "subscription" | "lexware" | "registration";

/**
 * Whoever pays us by Stripe is a subscriber of ours; any other contract was made through Lexware Office; without a
 * contract somebody is still on the way in.
 */
export function supportTopic(contractType: string | undefined): SupportTopic {
  if (!contractType) return "registration";
  return contractType === "STRIPE" ? "subscription" : "lexware";
}
