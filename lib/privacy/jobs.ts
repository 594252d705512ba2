import { askUnproven } from "@/lib/accounts/address/unproven-mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { sweepExpired } from "./retention/mutations";

/**
 * Deletes at night all rows whose retention has ended (retention/rules.ts). Also asks people who registered before
 * addresses had to be proven to prove theirs.
 */
export const sweepAccounts = work(jobs.sweepAccounts, async () => {
  await askUnproven();
  await sweepExpired();
});
