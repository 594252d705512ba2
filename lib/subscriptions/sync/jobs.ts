import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { refreshContract } from "./provider";

/** Reads a contract again. The nightly schedule enqueues it, which makes up for events that never arrived. */
export const refreshContractJob = work(jobs.refreshContract, async ({ customerId }) => {
  await refreshContract(customerId);
});
