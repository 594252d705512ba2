import { db } from "@/lib/core/database/db";
import { plainEmail } from "@/lib/core/formats/mail-address";
import { writeAudit } from "@/lib/core/telemetry/audit";

/** Returns who may see the operators' page, oldest first. */
export async function listOperators(): Promise<{ email: string; since: Date }[]> {
  const rows = await db.operator.findMany({
    include: { user: { select: { email: true } } },
    orderBy: { since: "asc" },
  });
  return rows.map(({ since, user }) => ({ since, email: user.email }));
}

/**
 * Makes a person an operator who is registered and has a second factor. An address that anybody could still register
 * gets no rights.
 *
 * @returns why not, as a text for the person who runs the command; undefined if it worked
 */
export async function grantOperator(email: string): Promise<string | undefined> {
  const user = await db.user.findUnique({ where: { email: plainEmail(email) } });
  if (!user) return "nobody signs in with this address";
  if (!user.twoFactorEnabledAt) return "this person has to switch on two-factor sign-in first";
  await db.$transaction(async (tx) => {
    const made = await tx.operator.createMany({ data: { userId: user.id, since: new Date() }, skipDuplicates: true });
    if (made.count > 0) await writeAudit(tx, null, null, { action: "operator.granted", subject: user.id });
  });
  return undefined;
}

/** Ends a person's rights as an operator. @returns true if the person was one */
export async function withdrawOperator(email: string): Promise<boolean> {
  return await db.$transaction(async (tx) => {
    const rows = await tx.operator.findMany({ where: { user: { email: plainEmail(email) } } });
    for (const { userId } of rows) {
      await tx.operator.delete({ where: { userId } });
      await writeAudit(tx, null, null, { action: "operator.withdrawn", subject: userId });
    }
    return rows.length > 0;
  });
}
