import { z } from "zod";
import { isEqual, sign } from "@/lib/core/crypto";

/**
 * The right to see and change one supplier's data. Every read and write takes it first and puts it in its `where`;
 * only this folder makes one, after a session, a job payload or a payer's link has been checked.
 */
export type CustomerId = string & { readonly __brand: "CustomerId" };

/** For rows and job payloads, which we wrote ourselves. Never for anything a browser sends. */
export const trustedCustomerId = z
  .string()
  .regex(/^cus_/)
  .transform((id) => id as CustomerId);

/** After a membership was found in the database. */
export function customerIdOfMembership(membership: { customerId: string }): CustomerId {
  return membership.customerId as CustomerId;
}

/** What a payer's link proves: that we made it for this mandate request. */
export interface PayerScope {
  customerId: CustomerId;
  requestId: string;
}

/**
 * The token in a payer's link. It is derived, not stored: the same request always has the same link, and nobody
 * who reads the database can make one.
 */
export function payerToken(scope: PayerScope): string {
  const body = Buffer.from(`${scope.customerId}/${scope.requestId}`).toString("base64url");
  return `${body}.${sign("payer-link", body)}`;
}

/** Undefined if the token was not made by us. */
export function readPayerToken(token: string): PayerScope | undefined {
  const [body = "", signature = ""] = token.split(".");
  if (!isEqual(signature, sign("payer-link", body))) return undefined;
  const [customerId, requestId] = Buffer.from(body, "base64url").toString("utf8").split("/");
  if (!customerId || !requestId) return undefined;
  return { customerId: customerId as CustomerId, requestId };
}
