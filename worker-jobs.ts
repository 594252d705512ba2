import { reportGuessingJob, sendResetJob, sweepAccounts } from "@/lib/accounts/jobs";
import { carryOutCollection } from "@/lib/collections/carry-out-jobs";
import { decideInvoices } from "@/lib/collections/jobs";
import { compareCustomer } from "@/lib/comparisons/jobs";
import { checkCustomer, hourly, nightly, poll, setUpConnection } from "@/lib/connections/jobs";
import { importDatevFiles } from "@/lib/datev/jobs";
import { uploadDatevFiles } from "@/lib/datev/upload-jobs";
import { drainInbox } from "@/lib/events/jobs";
import { runBulk } from "@/lib/invoices/bulk-jobs";
import { syncInvoices } from "@/lib/invoices/sync-jobs";
import { cancelMandateJob } from "@/lib/mandates/cancel-jobs";
import { inviteToSign, recogniseMandates } from "@/lib/mandates/jobs";
import { daily, remindSigners } from "@/lib/mandates/reminder-jobs";
import { sendAlerts } from "@/lib/notices/alert-jobs";
import { morning, tellDay } from "@/lib/notices/digest-jobs";
import { sendMail } from "@/lib/notices/jobs";
import { evening, tellUpcoming } from "@/lib/notices/preview-jobs";
import { bookPayouts } from "@/lib/payouts/jobs";
import { refreshContractJob } from "@/lib/subscriptions/jobs";

/** Every job of the product, with its handler. */
export const workerJobs = [
  setUpConnection,
  checkCustomer,
  compareCustomer,
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
  reportGuessingJob,
  sendResetJob,
  sweepAccounts,
  evening,
  morning,
  poll,
  hourly,
  daily,
  nightly,
];
