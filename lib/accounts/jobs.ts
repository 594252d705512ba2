import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { sendGuessingReport } from "./guessing-mutations";
import { sendReset } from "./password-mutations";
import { sweepExpired } from "./retention-mutations";
import { askUnproven } from "./unproven-mutations";

/** Somebody asked for a new password; whether anybody has that address is found out here, where no one is waiting. */
export const sendResetJob = work(jobs.sendReset, async ({ email }) => await sendReset(email));

/** Somebody is guessing; whether anybody has that address is found out here, where no one is waiting. */
export const reportGuessingJob = work(
  jobs.reportGuessing,
  async ({ email, guessed }) => await sendGuessingReport(email, guessed),
);

/**
 * Deletes at night whatever has been kept long enough, class by class (retention-rules.ts), and asks people who registered
 * before addresses were proven.
 */
export const sweepAccounts = work(jobs.sweepAccounts, async () => {
  await askUnproven();
  await sweepExpired();
});
