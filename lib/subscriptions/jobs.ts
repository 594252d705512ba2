import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { refreshContract } from "./sync-mutations";

/** Each is a reason to read again; an event that never came is made good by the nightly one. */
export const refreshContractJob = work(jobs.refreshContract, async ({ customerId }) => {
  await refreshContract(customerId);
});
