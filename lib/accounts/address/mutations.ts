import { linkExpired, requirePassword } from "@/lib/accounts/password/mutations";
import { countTry } from "@/lib/auth/limits/limits";
import { db, type Tx } from "@/lib/core/database/db";
import type { AddressLink } from "@/lib/core/prisma/client";
import type { AddressLinkKind } from "@/lib/core/prisma/enums";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { AppError } from "@/lib/core/web/errors";
import { applyChange, undoChange } from "./change-mutations";
import { mailProofLink, noteProvenAddress, readAddressLink } from "./link-mutations";

/**
 * Sends the proof link to the person's address again.
 *
 * @throws AppError `conflict` if the address is proven, `too_many_requests`
 */
export async function sendProofAgain(userId: string): Promise<void> {
  const { email, emailProvenAt } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  if (emailProvenAt) throw new AppError("conflict", "This address is confirmed already.");
  await countTry("addressMail", email);
  // The mail belongs to the person's first supplier, which may be another one than the session's.
  await crossTenant(() => db.$transaction((tx) => mailProofLink(tx, userId)));
}

/**
 * Uses a link about an address, once.
 *
 * The mailbox alone proves or changes nothing. The person must also be signed in to the account or know its password.
 * So nobody confirms by a careless click what a stranger has registered with their address. Only undoing a change needs
 * neither, because an intruder may control the account.
 *
 * @param by the person who is signed in in this browser, or the account's password
 * @throws AppError `link_expired`, `wrong_credentials`, `email_taken`, `too_many_requests`
 */
export async function followAddressLink(
  token: string,
  by: { session?: { userId: string; sessionId: string }; password?: string },
  ip: string,
): Promise<AddressLinkKind> {
  const link = await readAddressLink(token);
  if (!link) throw linkExpired();
  if (link.kind !== "undo" && by.session?.userId !== link.userId) await requirePassword(link.userId, by.password ?? "");
  return await db.$transaction(async (tx) => {
    // The row is deleted first: of two simultaneous uses, the second finds none.
    const used = await tx.addressLink.deleteMany({ where: { id: link.id } });
    if (used.count === 0) throw linkExpired();
    await follow(tx, link, by.session?.sessionId, ip);
    return link.kind;
  });
}

async function follow(tx: Tx, link: AddressLink, sessionId: string | undefined, ip: string): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: link.userId },
    include: { memberships: { orderBy: { createdAt: "asc" }, take: 1 } },
  });
  const place = { customerId: user.memberships[0]?.customerId ?? null };
  const actor = { userId: user.id, userName: user.name, ip };
  if (link.kind === "change") return await applyChange(tx, link, { ...place, actor, keptSessionId: sessionId });
  if (link.kind === "undo") return await undoChange(tx, link, { ...place, actor });
  // The address has changed since, so the link belongs to a mailbox that is no longer the account's.
  if (user.email !== link.email) throw linkExpired();
  await noteProvenAddress(tx, place.customerId, actor, "link");
}
