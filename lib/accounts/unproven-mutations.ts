import { sha256 } from "@/lib/core/crypto";
import { db, type Prisma, type Tx } from "@/lib/core/db";
import { mailProofLink } from "./address-link-mutations";
import { GIVES_WAY } from "./data";
import { RETENTION } from "./retention-rules";

/** An account whose address nobody has proven for so long is deleted. */
export const UNPROVEN_DAYS = RETENTION.unprovenAccounts.days;
/** How many accounts one night asks or deletes at most. */
const BATCH_SIZE = 500;

/**
 * Deletes an account that holds the address without having proven it, with everything in it. Nothing of it passes to
 * the account that comes after it: its sessions, links and passkeys end with it.
 */
export async function makeWay(tx: Tx, email: string): Promise<void> {
  await deleteHolder(tx, email, {});
}

/**
 * Deletes the account that holds the address, if it gives way and is one of those that `which` names now.
 *
 * @returns whether it was deleted
 */
async function deleteHolder(tx: Tx, email: string, which: Prisma.UserWhereInput): Promise<boolean> {
  // Two who take the address at once: the second waits, and then finds the first.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`address:${sha256(email)}`}, 0))`;
  // A proof that is being noted now is waited for, and then counts.
  await tx.$executeRaw`SELECT 1 FROM users WHERE email = ${email} FOR UPDATE`;
  const user = await tx.user.findFirst({ where: { AND: [{ email }, GIVES_WAY, which] }, select: { id: true } });
  if (user) await deleteAccount(tx, user.id);
  return user !== null;
}

/** Deletes accounts that nobody has proven in time, and returns how many. */
export async function sweepUnproven(now: Date): Promise<number> {
  const before = new Date(now.getTime() - UNPROVEN_DAYS * 24 * 3_600_000);
  const isLate = { addressAskedAt: { lt: before } };
  const due = await db.user.findMany({
    where: { AND: [GIVES_WAY, isLate] },
    select: { id: true, email: true },
    take: BATCH_SIZE,
  });
  let deleted = 0;
  // Since the list was read, somebody may have registered the address again or corrected it: only the same account goes.
  for (const { id, email } of due)
    if (await db.$transaction((tx) => deleteHolder(tx, email, { id, ...isLate }))) deleted += 1;
  return deleted;
}

/** Sends the link to people who registered before addresses were proven: their time begins with this mail. */
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
