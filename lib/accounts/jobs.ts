import { db } from "@/lib/core/db";
import { sweepEvents } from "@/lib/inbox/sweep";
import { sweepRuns } from "@/lib/invoices/run-mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { sendGuessingReport } from "./attempt-mutations";
import { sweepClosed } from "./closing-mutations";
import { sendReset } from "./password-mutations";
import { askUnproven, sweepUnproven } from "./unproven-mutations";

/** Somebody asked for a new password; whether anybody has that address is found out here, where no one is waiting. */
export const sendResetJob = work(jobs.sendReset, async ({ email }) => await sendReset(email));

/** Somebody is guessing; whether anybody has that address is found out here, where no one is waiting. */
export const reportGuessingJob = work(
  jobs.reportGuessing,
  async ({ email, guessed }) => await sendGuessingReport(email, guessed),
);

/** Throws away what has expired: sessions, links, challenges, counted tries, old readings and events, what came after an account was closed. */
export const sweepAccounts = work(jobs.sweepAccounts, async () => {
  const expired = { expiresAt: { lt: new Date() } };
  await db.session.deleteMany({ where: expired });
  await db.passwordReset.deleteMany({ where: expired });
  await db.ceremony.deleteMany({ where: expired });
  await db.invitation.deleteMany({ where: expired });
  await db.addressLink.deleteMany({ where: expired });
  await db.rateLimit.deleteMany({ where: { expire: { lt: Date.now() } } });
  await sweepUnproven(new Date());
  await askUnproven();
  await sweepClosed();
  await sweepRuns(new Date());
  await sweepEvents(new Date());
});
