import { z } from "zod";
import { isEqual, sign, withoutSignature, withSignature } from "@/lib/core/crypto";

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

/** The mandate request that a payer's link leads to. The link's signature proves that we made it for this request. */
export interface PayerScope {
  customerId: CustomerId;
  requestId: string;
}

const PAYER_LINK = "payer-link";
const REQUEST_PREFIX = "mrq_";

/**
 * Returns the token for a payer's link. It is derived, not stored: a mandate request always has the same link, and
 * nobody can make one by reading the database.
 */
export function payerToken({ requestId }: Pick<PayerScope, "requestId">): string {
  return withSignature(PAYER_LINK, requestId.slice(REQUEST_PREFIX.length));
}

/** Returns the id of the mandate request that a payer's token names, or undefined if we did not sign the token. */
export function readPayerToken(token: string): string | undefined {
  if (token.includes(".")) return readLongToken(token);
  const body = withoutSignature(PAYER_LINK, token);
  return body && REQUEST_PREFIX + body;
}

/** Reads the token of links in mails that were sent before the links became short. */
function readLongToken(token: string): string | undefined {
  const [body = "", signature = ""] = token.split(".");
  if (!isEqual(signature, sign(PAYER_LINK, body))) return undefined;
  return Buffer.from(body, "base64url").toString("utf8").split("/")[1];
}
