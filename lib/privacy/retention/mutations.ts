import { sweepUnproven } from "@/lib/accounts/address/unproven-mutations";
import { deleteInBatches, PORTION } from "@/lib/core/database/batches";
import { db, Prisma } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { sweepEvents } from "@/lib/inbox/sweep";
import { sweepRuns } from "@/lib/invoices/sync/run-mutations";
import { deleteClosedAccounts, sweepClosed } from "@/lib/privacy/closing/closed-mutations";
import { endOf, RETENTION, type RetentionClass } from "./rules";

/** Deletes or empties the expired rows of one class in batches of `portion`, and returns how many. */
type Sweep = (portion: number) => Promise<number>;

/** Uploads, refused files, IP addresses, mails, audit log and closed accounts expire by business time, others by the machine's. */
const SWEEPS: Record<RetentionClass, Sweep> = {
  sessions: (portion) => deleteSome("sessions", Prisma.sql`expires_at < ${new Date()}`, portion),
  passwordResets: (portion) => deleteSome("password_resets", Prisma.sql`expires_at < ${new Date()}`, portion),
  ceremonies: (portion) => deleteSome("ceremonies", Prisma.sql`expires_at < ${new Date()}`, portion),
  invitations: (portion) => deleteSome("invitations", Prisma.sql`expires_at < ${new Date()}`, portion),
  addressLinks: (portion) => deleteSome("address_links", Prisma.sql`expires_at < ${new Date()}`, portion),
  countedTries: (portion) => deleteSome("rate_limits", Prisma.sql`expire < ${Date.now()}`, portion),
  vendorSignIns: (portion) =>
    deleteSome("oauth_attempts", Prisma.sql`expires_at < ${endOf("vendorSignIns", new Date())}`, portion),
  unprovenAccounts: () => sweepUnproven(new Date()),
  waitingLists: (portion) => {
    const isOver = Prisma.sql`created_at < ${endOf("waitingLists", now())}`;
    return deleteSome("datev_imports", Prisma.sql`${isOver} AND status IN ('refused', 'inspected')`, portion);
  },
  refusedFiles: (portion) => {
    const isOver = Prisma.sql`received_at < ${endOf("refusedFiles", now())}`;
    return deleteSome("e_invoice_files", Prisma.sql`${isOver} AND status = 'refused'`, portion);
  },
  readings: (portion) => sweepRuns(endOf("readings", new Date()), portion),
  events: (portion) => sweepEvents(endOf("events", new Date()), portion),
  webhooks: (portion) =>
    deleteSome("webhook_messages", Prisma.sql`created_at < ${endOf("webhooks", new Date())}`, portion),
  addresses: forgetAddresses,
  mails: (portion) => {
    const isOver = Prisma.sql`created_at < ${endOf("mails", now())}`;
    return deleteSome("mails", Prisma.sql`${isOver} AND status NOT IN ('queued', 'sending')`, portion);
  },
  auditLog: (portion) => deleteSome("audit_entries", Prisma.sql`at < ${endOf("auditLog", now())}`, portion),
  closedMail: sweepClosed,
  closedMandates: forgetClosedMandates,
  closedAccounts: (portion) => deleteClosedAccounts(endOf("closedAccounts", now()), portion),
};

/** Sweeps all classes one after the other. If one fails, the others are still swept, and then the job fails. */
export async function sweepExpired(portion = PORTION): Promise<void> {
  const failures: unknown[] = [];
  for (const name of Object.keys(RETENTION) as RetentionClass[]) {
    try {
      const count = await SWEEPS[name](portion);
      if (count > 0) log.info({ name, count }, "retention: rows deleted");
    } catch (error) {
      log.error({ err: error, name }, "retention: rows of a class could not be deleted");
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "retention: rows of some classes could not be deleted");
}

/** @param table a constant name, never input */
async function deleteSome(table: string, isOver: Prisma.Sql, portion: number): Promise<number> {
  const name = Prisma.raw(`"${table}"`);
  return await deleteInBatches(
    portion,
    () =>
      db.$executeRaw`DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE ${isOver} LIMIT ${portion}))`,
  );
}

async function forgetAddresses(portion: number): Promise<number> {
  const before = endOf("addresses", now());
  const ofAudit = await deleteInBatches(
    portion,
    () => db.$executeRaw`
      UPDATE audit_entries SET ip = NULL
      WHERE id IN (SELECT id FROM audit_entries WHERE ip IS NOT NULL AND at < ${before} LIMIT ${portion})`,
  );
  // The name of the person who started a run stays, the IP address does not.
  const ofRuns = await db.$executeRaw`UPDATE bulk_runs SET ip = '' WHERE ip <> '' AND created_at < ${before}`;
  const ofImports = await db.$executeRaw`UPDATE datev_imports SET ip = '' WHERE ip <> '' AND created_at < ${before}`;
  return ofAudit + ofRuns + ofImports;
}

/** Empties payers' names and accounts in mandates of closed suppliers. The mandates stay with their collections. */
async function forgetClosedMandates(portion: number): Promise<number> {
  const before = endOf("closedMandates", now());
  return await deleteInBatches(
    portion,
    () => db.$executeRaw`
      UPDATE mandates SET payer_name = '', payer_email = '', bank_name = '', account_hint = ''
      WHERE (customer_id, id) IN (
        SELECT m.customer_id, m.id FROM mandates m JOIN customers c ON c.id = m.customer_id
        WHERE c.closed_at IS NOT NULL AND m.payer_name || m.payer_email || m.bank_name || m.account_hint <> ''
          AND COALESCE(
            (SELECT max(p.debit_date) FROM collections p WHERE p.customer_id = m.customer_id AND p.mandate_id = m.id),
            c.closed_at) < ${before}
        LIMIT ${portion})`,
  );
}
