import { withoutSignature, withSignature } from "@/lib/core/crypto";
import { readOldLink } from "./tokens";

/**
 * Tokens in the links of mails about an account. A token consists of the random part of a row's id and a signature, so
 * that nobody can make one by reading the database. The row decides how long the link is valid, and how often.
 */
const RESET = { purpose: "reset-link", prefix: "rst_" };
const ADDRESS = { purpose: "address-link", prefix: "adl_" };
const INVITATION = { purpose: "invitation-link", prefix: "ivt_" };
const CUSTOMER_PREFIX = "cus_";

/** Returns the token in the link that sets a new password. */
export function resetToken(id: string): string {
  return withSignature(RESET.purpose, id.slice(RESET.prefix.length));
}

/** Returns the id of the row that a token names, or undefined if we did not sign it. */
export async function readResetToken(token: string): Promise<string | undefined> {
  if (isOld(token)) return (await readOldLink("einzug-reset", token))?.id;
  return idOf(RESET, withoutSignature(RESET.purpose, token));
}

/** Returns the token in a link about an account's email address. */
export function addressToken(id: string): string {
  return withSignature(ADDRESS.purpose, id.slice(ADDRESS.prefix.length));
}

/** Returns the id of the row that a token names, or undefined if we did not sign it. */
export async function readAddressToken(token: string): Promise<string | undefined> {
  if (isOld(token)) return (await readOldLink("einzug-address", token))?.id;
  return idOf(ADDRESS, withoutSignature(ADDRESS.purpose, token));
}

/** Returns the token in an invitation's link. It names the supplier, too, whose rows are read only within its scope. */
export function invitationToken({ customerId, id }: { customerId: string; id: string }): string {
  const body = `${customerId.slice(CUSTOMER_PREFIX.length)}-${id.slice(INVITATION.prefix.length)}`;
  return withSignature(INVITATION.purpose, body);
}

/** Returns the invitation that a token names, or undefined if we did not sign it. */
export async function readInvitationToken(token: string): Promise<{ customerId: string; id: string } | undefined> {
  if (isOld(token)) {
    const { id, customerId } = (await readOldLink("einzug-invitation", token)) ?? {};
    return id && customerId ? { customerId, id } : undefined;
  }
  const [customer, invitation] = withoutSignature(INVITATION.purpose, token)?.split("-") ?? [];
  if (!customer || !invitation) return undefined;
  return { customerId: CUSTOMER_PREFIX + customer, id: INVITATION.prefix + invitation };
}

function idOf({ prefix }: { prefix: string }, body: string | undefined): string | undefined {
  return body && prefix + body;
}

/** Tokens in mails that were sent before the links became short have three parts. */
function isOld(token: string): boolean {
  return token.includes(".");
}
