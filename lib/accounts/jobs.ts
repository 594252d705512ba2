import { sendReset } from "@/lib/accounts/password/mutations";
import { sendGuessingReport } from "@/lib/accounts/sign-in/guessing-mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";

/** Sends a password reset link. Only this job looks for the address's person, where no caller can measure it. */
export const sendResetJob = work(jobs.sendReset, async ({ email }) => await sendReset(email));

/** Reports guesses to the person. Only this job looks for the address's person, where no caller can measure it. */
export const reportGuessingJob = work(
  jobs.reportGuessing,
  async ({ email, guessed }) => await sendGuessingReport(email, guessed),
);
