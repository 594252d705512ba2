import { queueAccountMail } from "@/lib/accounts/mails/mutations";
import { readAddressToken } from "@/lib/auth/link-tokens";
import { trustedCustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { AddressLink } from "@/lib/core/prisma/client";
import type { AddressLinkKind } from "@/lib/core/prisma/enums";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { ADDRESS_LINK_HOURS, UNDO_DAYS } from "@/lib/outbox/types";

const HOUR_MS = 3_600_000;
const LIFETIME_MS: Record<AddressLinkKind, number> = {
  proof: ADDRESS_LINK_HOURS * HOUR_MS,
  change: ADDRESS_LINK_HOURS * HOUR_MS,
  undo: UNDO_DAYS * 24 * HOUR_MS,
};

/** Stores the row that a link in a mail names, and returns its id. */
export async function makeAddressLink(tx: Tx, userId: string, kind: AddressLinkKind, email: string): Promise<string> {
  const id = newId("addressLink");
  const expiresAt = new Date(Date.now() + LIFETIME_MS[kind]);
  await tx.addressLink.create({ data: { id, userId, kind, email, expiresAt } });
  return id;
}

/** Returns the link that a token names; undefined if it is used, expired or not ours. */
export async function readAddressLink(token: string): Promise<AddressLink | undefined> {
  const id = await readAddressToken(token);
  if (!id) return undefined;
  // The reader of a mail may be signed out, or signed in as somebody else.
  const where = { id, expiresAt: { gt: new Date() } };
  return (await crossTenant(() => db.addressLink.findFirst({ where }))) ?? undefined;
}

/** Sends the link by which a person proves that the address they registered with is theirs. */
export async function mailProofLink(tx: Tx, userId: string): Promise<void> {
  const { email, addressAskedAt, memberships } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    include: { memberships: { orderBy: { createdAt: "asc" }, take: 1 } },
  });
  const linkId = await makeAddressLink(tx, userId, "proof", email);
  if (!addressAskedAt) await tx.user.update({ where: { id: userId }, data: { addressAskedAt: new Date() } });
  const [first] = memberships;
  await queueAccountMail(tx, first ? trustedCustomerId.parse(first.customerId) : null, {
    key: `confirm-address:${linkId}`,
    userId,
    kind: "confirmAddress",
    values: { linkId },
  });
}

/**
 * Stores that a person's address is theirs, and has the open pages of their suppliers reload. A second call changes
 * nothing.
 *
 * @param how what proved it, for the audit log
 */
export async function noteProvenAddress(
  tx: Tx,
  customerId: string | null,
  actor: Actor,
  how: "link" | "invitation" | "reset",
): Promise<void> {
  const { userId } = actor;
  const proven = await tx.user.updateMany({
    where: { id: userId, emailProvenAt: null },
    data: { emailProvenAt: new Date() },
  });
  if (proven.count === 0) return;
  await tx.addressLink.deleteMany({ where: { userId, kind: "proof" } });
  await writeAudit(tx, customerId, actor, { action: "address.proven", subject: userId, detail: { how } });
  // Invited people join a firm that is set up, and a reset proves the address of a person who is at work.
  if (how === "link")
    await queueAccountMail(tx, customerId === null ? null : trustedCustomerId.parse(customerId), {
      ...{ key: `welcome:${userId}`, userId, kind: "welcome" },
    });
  await tx.customer.updateMany({ where: { memberships: { some: { userId } } }, data: { updatedAt: new Date() } });
}
