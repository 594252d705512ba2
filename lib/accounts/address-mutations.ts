import { countTry } from "@/lib/auth/limits";
import { db, type Tx } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import type { AddressLink } from "@/lib/core/prisma/client";
import type { AddressLinkKind } from "@/lib/core/prisma/enums";
import { acrossSuppliers } from "@/lib/core/supplier-wall";
import { applyChange, undoChange } from "./address-change-mutations";
import { mailProofLink, noteProvenAddress, readAddressLink } from "./address-link-mutations";
import { linkExpired, requirePassword } from "./password-mutations";

/** Sends the link to the person's own address again. @throws AppError `conflict` when it is proven, `too_many_requests` */
export async function sendProofAgain(userId: string): Promise<void> {
  const { email, emailProvenAt } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  if (emailProvenAt) throw new AppError("conflict", "This address is confirmed already.");
  await countTry("addressMail", email);
  // The mail is filed under the person's first supplier, who need not be the one of this session.
  await acrossSuppliers(() => db.$transaction((tx) => mailProofLink(tx, userId)));
}

/**
 * Uses a link about an address, once. The mailbox alone proves or changes nothing: whoever uses the link also has to be
 * signed in to the account, or know its password. So nobody confirms by a careless click what a stranger has registered
 * with their address. Only the way back to a former address needs nothing else, because an intruder may have the account.
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
    // The row goes before anything else: of two uses at once the second finds none.
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
  // The address was changed since: this link belongs to a mailbox that is no longer the account's.
  if (user.email !== link.email) throw linkExpired();
  await noteProvenAddress(tx, place.customerId, actor, "link");
}
