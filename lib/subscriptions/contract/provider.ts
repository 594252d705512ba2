import { createHash } from "node:crypto";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { readVatId } from "@/lib/core/formats/vat-id";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { ProviderError } from "@/lib/core/web/provider-error";
import { ourBilling } from "@/lib/providers/billing/registry";
import type { BillingContactInput } from "@/lib/subscriptions/schema";
import { refreshContract } from "@/lib/subscriptions/sync/provider";
import { readContract } from "./data";

/**
 * Saves the billing contact on our invoices, at Stripe first, because only Stripe can validate a VAT id. If the second
 * step fails, saving again repairs it.
 *
 * @throws AppError `vat_id_invalid`; `vat_id_country` for a VAT id of another country than the contact's
 */
export async function saveBillingContact(
  customerId: CustomerId,
  input: BillingContactInput,
  locale: string,
  actor: Actor,
): Promise<void> {
  const { country, ...same } = input;
  const vatId = input.vatId === "" ? undefined : (readVatId(input.vatId, country) ?? "unknown");
  if (vatId === "unknown") throw vatIdError("vat_id_invalid");
  if (vatId === "other_country") throw vatIdError("vat_id_country");
  const party = { ...same, countryCode: country };
  const stripeCustomerId = await ensureStripeCustomer(customerId, party, locale);
  try {
    await ourBilling().saveParty(stripeCustomerId, party, newId("request"));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== "tax_id_invalid") throw error;
    throw vatIdError("vat_id_invalid");
  }
  await db.$transaction(async (tx) => {
    await tx.billingContact.upsert({ where: { customerId }, create: { customerId, ...party }, update: party });
    await writeAudit(tx, customerId, actor, { action: "billing.contact-saved", subject: customerId });
  });
}

function vatIdError(code: "vat_id_invalid" | "vat_id_country"): AppError {
  const message = code === "vat_id_invalid" ? "is no valid vat id" : "is no vat id of this country";
  return new AppError(code, undefined, [{ field: "vatId", message }]);
}

type Party = Parameters<ReturnType<typeof ourBilling>["saveParty"]>[1];

/**
 * Returns the supplier's only customer at Stripe. The idempotency key unites concurrent calls, the stored id all
 * others.
 */
async function ensureStripeCustomer(customerId: CustomerId, party: Party, locale: string): Promise<string> {
  const known = await db.contract.upsert({ where: { customerId }, create: { customerId }, update: {} });
  if (known.stripeCustomerId) return known.stripeCustomerId;
  // Stripe refuses an idempotency key with other details, so their hash is part of the key.
  const details = createHash("sha256").update(JSON.stringify(party)).digest("hex").slice(0, 16);
  const made = await ourBilling().createCustomer(party, customerId, locale, `cus:${customerId}:${details}`);
  await db.contract.updateMany({ where: { customerId, stripeCustomerId: null }, data: { stripeCustomerId: made } });
  const stored = await db.contract.findUniqueOrThrow({ where: { customerId } });
  return stored.stripeCustomerId ?? made;
}

/**
 * Ends all billing for a closed account. It cancels every subscription of the supplier at Stripe that has not ended,
 * not only the one in the contract. If it fails halfway, a repetition cancels the rest. A contract agreed outside
 * Stripe ends, too.
 */
export async function endContract(customerId: CustomerId): Promise<void> {
  const contract = await readContract(customerId);
  if (contract?.type === "EXTERNAL") await db.contract.update({ where: { customerId }, data: { endsAt: now() } });
  if (!contract?.stripeCustomerId) return;
  const billing = ourBilling();
  // Order pages are closed first: the account that is read afterwards includes an order that was completed just before.
  await billing.closeOpenCheckouts(contract.stripeCustomerId);
  const { unended } = await billing.readAccount(contract.stripeCustomerId);
  for (const subscriptionId of unended) await billing.cancelNow(subscriptionId);
  await refreshContract(customerId);
}
