import { sweepUnproven } from "@/lib/accounts/address/unproven-mutations";
import { BATCH_SIZE, deleteInBatches } from "@/lib/core/database/batches";
import { db, Prisma } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { sweepEvents } from "@/lib/inbox/sweep";
import { sweepRuns } from "@/lib/invoices/sync/run-mutations";
import { deleteClosedAccounts, sweepClosed } from "@/lib/privacy/closing/closed-mutations";
import { endOf, RETENTION, type RetentionClass } from "./rules";

/** Deletes or empties the expired rows of one class in batches of `batchSize`, and returns how many. */
type Sweep = (batchSize: number) => Promise<number>;

/** Uploads, refused files, IP addresses, mails, audit log and closed accounts expire by business time, others by the machine's. */
const SWEEPS: Record<RetentionClass, Sweep> = {
  sessions: (batchSize) => deleteSome("sessions", Prisma.sql`expires_at < ${new Date()}`, batchSize),
  passwordResets: (batchSize) => deleteSome("password_resets", Prisma.sql`expires_at < ${new Date()}`, batchSize),
  ceremonies: (batchSize) => deleteSome("ceremonies", Prisma.sql`expires_at < ${new Date()}`, batchSize),
  invitations: (batchSize) => deleteSome("invitations", Prisma.sql`expires_at < ${new Date()}`, batchSize),
  addressLinks: (batchSize) => deleteSome("address_links", Prisma.sql`expires_at < ${new Date()}`, batchSize),
  countedTries: (batchSize) => deleteSome("rate_limits", Prisma.sql`expire < ${Date.now()}`, batchSize),
  vendorSignIns: (batchSize) =>
    deleteSome("oauth_attempts", Prisma.sql`expires_at < ${endOf("vendorSignIns", new Date())}`, batchSize),
  unprovenAccounts: () => sweepUnproven(new Date()),
  waitingLists: (batchSize) => {
    const isOver = Prisma.sql`created_at < ${endOf("waitingLists", now())}`;
    return deleteSome("datev_imports", Prisma.sql`${isOver} AND status IN ('refused', 'inspected')`, batchSize);
  },
  refusedFiles: (batchSize) => {
    const isOver = Prisma.sql`received_at < ${endOf("refusedFiles", now())}`;
    return deleteSome("e_invoice_files", Prisma.sql`${isOver} AND status = 'refused'`, batchSize);
  },
  readings: (batchSize) => sweepRuns(endOf("readings", new Date()), batchSize),
  events: (batchSize) => sweepEvents(endOf("events", new Date()), batchSize),
  webhooks: (batchSize) =>
    deleteSome("webhook_messages", Prisma.sql`created_at < ${endOf("webhooks", new Date())}`, batchSize),
  addresses: forgetAddresses,
  mails: (batchSize) => {
    const isOver = Prisma.sql`created_at < ${endOf("mails", now())}`;
    return deleteSome("mails", Prisma.sql`${isOver} AND status NOT IN ('queued', 'sending')`, batchSize);
  },
  auditLog: (batchSize) => deleteSome("audit_entries", Prisma.sql`at < ${endOf("auditLog", now())}`, batchSize),
  closedMail: sweepClosed,
  closedMandates: forgetClosedMandates,
  closedAccounts: (batchSize) => deleteClosedAccounts(endOf("closedAccounts", now()), batchSize),
};

/** Sweeps all classes one after the other. If one fails, the others are still swept, and then the job fails. */
export async function sweepExpired(batchSize = BATCH_SIZE): Promise<void> {
  const failures: unknown[] = [];
  for (const name of Object.keys(RETENTION) as RetentionClass[]) {
    try {
      const count = await SWEEPS[name](batchSize);
      if (count > 0) log.info({ name, count }, "retention: rows deleted");
    } catch (error) {
      log.error({ err: error, name }, "retention: rows of a class could not be deleted");
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "retention: rows of some classes could not be deleted");
}

/** @param table a constant name, never input */
async function deleteSome(table: string, isOver: Prisma.Sql, batchSize: number): Promise<number> {
  const name = Prisma.raw(`"${table}"`);
  return await deleteInBatches(
    batchSize,
    () =>
      db.$executeRaw`DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE ${isOver} LIMIT ${batchSize}))`,
  );
}

async function forgetAddresses(batchSize: number): Promise<number> {
  const before = endOf("addresses", now());
  const ofAudit = await deleteInBatches(
    batchSize,
    () => db.$executeRaw`
      UPDATE audit_entries SET ip = NULL
      WHERE id IN (SELECT id FROM audit_entries WHERE ip IS NOT NULL AND at < ${before} LIMIT ${batchSize})`,
  );
  // The name of the person who started a run stays, the IP address does not.
  const ofRuns = await db.$executeRaw`UPDATE bulk_runs SET ip = '' WHERE ip <> '' AND created_at < ${before}`;
  const ofImports = await db.$executeRaw`UPDATE datev_imports SET ip = '' WHERE ip <> '' AND created_at < ${before}`;
  return ofAudit + ofRuns + ofImports;
}

/** Empties payers' names and accounts in mandates of closed suppliers. The mandates stay with their collections. */
async function forgetClosedMandates(batchSize: number): Promise<number> {
  const before = endOf("closedMandates", now());
  return await deleteInBatches(
    batchSize,
    () => db.$executeRaw`
      UPDATE mandates SET payer_name = '', payer_email = '', bank_name = '', account_hint = ''
      WHERE (customer_id, id) IN (
        SELECT m.customer_id, m.id FROM mandates m JOIN customers c ON c.id = m.customer_id
        WHERE c.closed_at IS NOT NULL AND m.payer_name || m.payer_email || m.bank_name || m.account_hint <> ''
          AND COALESCE(
            (SELECT max(p.debit_date) FROM collections p WHERE p.customer_id = m.customer_id AND p.mandate_id = m.id),
            c.closed_at) < ${before}
        LIMIT ${batchSize})`,
  );
}
