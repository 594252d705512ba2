import { reportGuessingJob, sendResetJob } from "@/lib/accounts/jobs";
import { decideInvoices } from "@/lib/collections/decision/jobs";
import { carryOutCollection } from "@/lib/collections/execution/jobs";
import { importDatevFiles } from "@/lib/datev/import/jobs";
import { uploadDatevFiles } from "@/lib/datev/upload/jobs";
import { readEInvoices } from "@/lib/e-invoices/tray/jobs";
import { drainInbox } from "@/lib/events/jobs";
import { runBulk } from "@/lib/invoices/bulk/jobs";
import { syncInvoices } from "@/lib/invoices/sync/jobs";
import { cancelMandateJob } from "@/lib/mandates/provider/cancel-jobs";
import { inviteToSign, recogniseMandates } from "@/lib/mandates/provider/jobs";
import { daily, remindSigners } from "@/lib/mandates/reminders/jobs";
import { sendAlerts } from "@/lib/notifications/alerts/jobs";
import { morning, tellDay } from "@/lib/notifications/digest/jobs";
import { evening, tellUpcoming } from "@/lib/notifications/digest/preview-jobs";
import { sendMail } from "@/lib/notifications/mail/jobs";
import { bookPayouts } from "@/lib/payouts/booking/jobs";
import { compareCustomer } from "@/lib/reconciliation/jobs";
import { passDays, tellPassed } from "@/lib/schedule/calendar-jobs";
import { recoverAll, recoverCustomer } from "@/lib/schedule/failover/jobs";
import { checkCustomer, hourly, nightly, poll, setUpConnection } from "@/lib/schedule/jobs";
import { refreshContractJob } from "@/lib/subscriptions/sync/jobs";
import { deliverWebhooks, sweepWebhooks } from "@/lib/webhooks/delivery/jobs";
import { sweepAccounts } from "./lib/privacy/jobs";

/** Every job of the product, with its handler. */
export const workerJobs = [
  setUpConnection,
  checkCustomer,
  recoverAll,
  recoverCustomer,
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
  readEInvoices,
  refreshContractJob,
  deliverWebhooks,
  sweepWebhooks,
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
  passDays,
  tellPassed,
];
