import { sendResetJob, sweepAccounts } from "@/lib/accounts/jobs";
import { carryOutCollection, decideInvoices } from "@/lib/collections/jobs";
import { checkCustomer, hourly, nightly, poll, setUpConnection } from "@/lib/connections/jobs";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { importDatevFiles } from "@/lib/datev/jobs";
import { uploadDatevFiles } from "@/lib/datev/upload-jobs";
import { drainInbox } from "@/lib/events/jobs";
import { runBulk } from "@/lib/invoices/bulk-jobs";
import { syncInvoices } from "@/lib/invoices/sync-jobs";
import { startRunner } from "@/lib/jobs/runner";
import { cancelMandateJob } from "@/lib/mandates/cancel-jobs";
import { inviteToSign, recogniseMandates } from "@/lib/mandates/jobs";
import { daily, remindSigners } from "@/lib/mandates/reminder-jobs";
import { sendAlerts } from "@/lib/notices/alert-jobs";
import { morning, tellDay } from "@/lib/notices/digest-jobs";
import { sendMail } from "@/lib/notices/jobs";
import { evening, tellUpcoming } from "@/lib/notices/preview-jobs";
import { bookPayouts } from "@/lib/payouts/jobs";
import { refreshContractJob } from "@/lib/subscriptions/jobs";

/** The worker process: every job of the product. Any number of them may run beside each other. */
const all = [
  setUpConnection,
  checkCustomer,
  syncInvoices,
  runBulk,
  decideInvoices,
  carryOutCollection,
  drainInbox,
  inviteToSign,
  recogniseMandates,
  cancelMandateJob,
  remindSigners,
  bookPayouts,
  importDatevFiles,
  uploadDatevFiles,
  refreshContractJob,
  sendMail,
  sendAlerts,
  tellUpcoming,
  tellDay,
  sendResetJob,
  sweepAccounts,
  evening,
  morning,
  poll,
  hourly,
  daily,
  nightly,
];

env();
const boss = await startRunner(all);
log.info({ jobs: all.length }, "worker ready");

/** Jobs that run get time to finish; what does not finish is taken up by another worker. */
async function stop(signal: string): Promise<void> {
  log.info({ signal }, "worker stops");
  await boss.stop({ graceful: true, timeout: 20_000 });
  await db.$disconnect();
  process.exit(0);
}
process.once("SIGTERM", () => void stop("SIGTERM"));
process.once("SIGINT", () => void stop("SIGINT"));
