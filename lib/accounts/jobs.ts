import { askUnproven } from "@/lib/accounts/address/unproven-mutations";
import { sendReset } from "@/lib/accounts/password/mutations";
import { sendGuessingReport } from "@/lib/accounts/sign-in/guessing-mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { sweepExpired } from "@/lib/privacy/retention/mutations";

/** Sends a password reset link. Only this job looks for the address's person, where no caller can measure it. */
export const sendResetJob = work(jobs.sendReset, async ({ email }) => await sendReset(email));

/** Reports guesses to the person. Only this job looks for the address's person, where no caller can measure it. */
export const reportGuessingJob = work(
  jobs.reportGuessing,
  async ({ email, guessed }) => await sendGuessingReport(email, guessed),
);

/**
 * Deletes at night all rows whose retention has ended (retention-rules.ts). Also asks people for a proof of their
 * address who registered before that was required.
 */
export const sweepAccounts = work(jobs.sweepAccounts, async () => {
  await askUnproven();
  await sweepExpired();
});
