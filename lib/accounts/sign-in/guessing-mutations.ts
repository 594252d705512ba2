import { queueAccountMail } from "@/lib/accounts/mails/mutations";
import { ofMembership } from "@/lib/accounts/password/mutations";
import type { Guessed } from "@/lib/auth/limits/guesses";
import { db } from "@/lib/core/database/db";

/** Mails a person, at most once a day, that somebody is guessing their password or code. Ignores unknown addresses. */
export async function sendGuessingReport(email: string, guessed: Guessed): Promise<void> {
  const user = await db.user.findUnique({ where: { email }, include: { memberships: { take: 1 } } });
  if (!user) return;
  const day = new Date().toISOString().slice(0, 10);
  await db.$transaction((tx) =>
    queueAccountMail(tx, ofMembership(user.memberships), {
      key: `guessing:${guessed}:${user.id}:${day}`,
      userId: user.id,
      kind: guessed === "password" ? "passwordGuessed" : "codeGuessed",
    }),
  );
}
