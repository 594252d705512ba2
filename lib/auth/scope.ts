import { z } from "zod";
import { isEqual, sign } from "@/lib/core/crypto";

/**
 * Permission to read and change one supplier's data. Every read and write takes it as its first argument and uses it in
 * its `where`. Only this folder makes one, after it has checked a session, a job payload or a payer's link.
 */
export type CustomerId = string & { readonly __brand: "CustomerId" };

/** Accepts an id of ours from a row or a job payload. Never use it for anything that a browser sends. */
export const trustedCustomerId = z
  .string()
  .regex(/^cus_/)
  .transform((id) => id as CustomerId);

/** Returns the supplier of a membership that was found in the database. */
export function customerIdOfMembership(membership: { customerId: string }): CustomerId {
  return membership.customerId as CustomerId;
}

/** The content of a payer's link. Its signature proves that we made it for this mandate request. */
export interface PayerScope {
  customerId: CustomerId;
  requestId: string;
}

/**
 * Returns the token for a payer's link. It is derived, not stored: a mandate request always has the same link, and
 * nobody can make one by reading the database.
 */
export function payerToken(scope: PayerScope): string {
  const body = Buffer.from(`${scope.customerId}/${scope.requestId}`).toString("base64url");
  return `${body}.${sign("payer-link", body)}`;
}

/** Returns the content of a payer's token, or undefined if we did not sign it. */
export function readPayerToken(token: string): PayerScope | undefined {
  const [body = "", signature = ""] = token.split(".");
  if (!isEqual(signature, sign("payer-link", body))) return undefined;
  const [customerId, requestId] = Buffer.from(body, "base64url").toString("utf8").split("/");
  if (!customerId || !requestId) return undefined;
  return { customerId: customerId as CustomerId, requestId };
}
