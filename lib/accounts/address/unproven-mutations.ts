import { GIVES_WAY } from "@/lib/accounts/profile/data";
import { sha256 } from "@/lib/core/crypto";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { mailProofLink } from "./link-mutations";
import { UNPROVEN_DAYS } from "./rules";

/** The largest number of accounts that one night asks or deletes. */
const BATCH_SIZE = 500;

/**
 * Deletes an account that holds the address without having proven it, with everything in it. The next account on the
 * address inherits nothing: sessions, links and passkeys are deleted, too.
 */
export async function makeWay(tx: Tx, email: string): Promise<void> {
  await deleteHolder(tx, email, {});
}

/**
 * Deletes the account that holds the address, if it gives way and matches `which` at this moment.
 *
 * @returns whether it was deleted
 */
async function deleteHolder(tx: Tx, email: string, which: Prisma.UserWhereInput): Promise<boolean> {
  // Of two simultaneous requests for the address, the second waits and then finds the first.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`address:${sha256(email)}`}, 0))`;
  // Waits for a proof that is being stored at this moment, so that it counts.
  await tx.$executeRaw`SELECT 1 FROM users WHERE email = ${email} FOR UPDATE`;
  const user = await tx.user.findFirst({ where: { AND: [{ email }, GIVES_WAY, which] }, select: { id: true } });
  if (user) await deleteAccount(tx, user.id);
  return user !== null;
}

/** Deletes accounts whose address was not proven in time, and returns how many. */
export async function sweepUnproven(now: Date): Promise<number> {
  const before = new Date(now.getTime() - UNPROVEN_DAYS * 24 * 3_600_000);
  const isLate = { addressAskedAt: { lt: before } };
  const due = await db.user.findMany({
    where: { AND: [GIVES_WAY, isLate] },
    select: { id: true, email: true },
    take: BATCH_SIZE,
  });
  let deleted = 0;
  // Since the list was read, the address may have been registered again or corrected. Only the same account is deleted.
  for (const { id, email } of due)
    if (await db.$transaction((tx) => deleteHolder(tx, email, { id, ...isLate }))) deleted += 1;
  return deleted;
}

/** Sends the link to people who registered before addresses had to be proven. Their time begins with this mail. */
export async function askUnproven(): Promise<void> {
  const unasked = await db.user.findMany({
    where: { emailProvenAt: null, addressAskedAt: null, memberships: { some: {} } },
    select: { id: true },
    take: BATCH_SIZE,
  });
  for (const { id } of unasked) await db.$transaction((tx) => mailProofLink(tx, id));
}

async function deleteAccount(tx: Tx, userId: string): Promise<void> {
  const memberships = await tx.membership.findMany({ where: { userId }, select: { customerId: true } });
  await tx.user.delete({ where: { id: userId } });
  const id = { in: memberships.map(({ customerId }) => customerId) };
  await tx.mail.deleteMany({ where: { customerId: id } });
  await tx.customer.deleteMany({ where: { id, memberships: { none: {} } } });
}
