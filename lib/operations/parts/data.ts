import { readHoursBetweenReadings } from "@/lib/connections/pace/check-data";
import { db } from "@/lib/core/database/db";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { now } from "@/lib/core/time/clock";
import { jobs } from "@/lib/jobs/catalogue";
import { readHealth } from "@/lib/jobs/health";
import { OPEN_JOBS, secondsSinceLastJob } from "@/lib/jobs/tables";
import type { Part, PartFacts, VendorFacts } from "@/lib/operations/types";
import { BOOKS, CONNECTABLE, FILE_BASED_SYSTEMS, VENDOR_NAMES } from "@/lib/vendors/types";
import { partsOf } from "./rules";

const LIMIT_MS = 3_000;
/** A reading of a vendor is late after this time; see the limits in `lib/operations/status/rules.ts`. */
const LATE_MINUTES = 100;
/** The subscriptions are read nightly and after events, so a day without a reading is normal. */
const STRIPE_LATE_HOURS = 30;

export interface PartsView {
  at: string;
  parts: Part[];
}

let databaseSeenAt: Date | undefined;

/**
 * Returns the state of each part of the installation, without anything of a supplier. Answers without a database, too.
 *
 * @param upSeconds how long this process has been running
 */
export async function readFreshParts(upSeconds = process.uptime()): Promise<PartsView> {
  const health = await readHealth();
  const facts = health.database ? await withinLimit(crossTenant(readFacts)) : undefined;
  const database = facts !== undefined;
  const view: PartFacts = {
    ...(facts ?? NOTHING_KNOWN),
    upSeconds,
    health: { database, jobs: database && health.jobs },
  };
  const at = now();
  if (database) databaseSeenAt = at;
  else if (databaseSeenAt) view.databaseSeconds = (at.getTime() - databaseSeenAt.getTime()) / 1_000;
  return { at: at.toISOString(), parts: partsOf(view, at) };
}

async function withinLimit<T>(work: Promise<T>): Promise<T | undefined> {
  const limit = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), LIMIT_MS).unref());
  return await Promise.race([work.catch(() => undefined), limit]);
}

const STRIPE = "Stripe";
type Row = Pick<VendorFacts, "connected" | "late" | "age"> & { type: string };

function vendorsOf(rows: Row[]): VendorFacts[] {
  const isFiled = (type: string) => (FILE_BASED_SYSTEMS as string[]).includes(type);
  const of = (type: string, name: string, reading: VendorFacts["reading"]): VendorFacts => {
    const { connected = 0, late = 0, age = null } = rows.find((row) => row.type === type) ?? {};
    return { name, reading, connected, late, age };
  };
  return [
    ...CONNECTABLE.map((type) => of(type, VENDOR_NAMES[type], isFiled(type) ? "file" : "hourly")),
    of(STRIPE, STRIPE, "nightly"),
  ];
}

const NOTHING_KNOWN = { databaseSeconds: null, jobAge: null, mailWait: null, mailRetries: 0, vendors: vendorsOf([]) };

async function readFacts(): Promise<Omit<PartFacts, "health" | "upSeconds">> {
  const [jobAge, mail, rows] = await Promise.all([secondsSinceLastJob(), readMailQueue(), readVendors()]);
  const { wait = null, retries = 0, databaseSeconds = null } = mail ?? {};
  return { jobAge, mailWait: wait, mailRetries: retries, databaseSeconds, vendors: vendorsOf(rows) };
}

/** The queue, and not the table of mails, because the table has every mail ever sent. Also the age of the database server. */
async function readMailQueue() {
  const [row] = await db.$queryRaw<{ wait: number | null; retries: number; databaseSeconds: number }[]>`
    SELECT EXTRACT(EPOCH FROM now() - min(start_after) FILTER (WHERE state = 'created' AND start_after <= now()))::float8 AS wait,
      count(*) FILTER (WHERE state = 'retry')::int AS retries,
      EXTRACT(EPOCH FROM now() - pg_postmaster_start_time())::float8 AS "databaseSeconds"
    FROM (${OPEN_JOBS}) AS job WHERE name = ${jobs.sendMail.name}`;
  return row;
}

/** Ages are in business time, like the stored times of the readings. A vendor that was never read counts from the connection. */
async function readVendors(): Promise<Row[]> {
  const at = now();
  // In a large installation, suppliers without open business are not read every hour.
  const lateEvents = LATE_MINUTES + 60 * ((await readHoursBetweenReadings()) - 1);
  return await db.$queryRaw`
    SELECT type, count(*)::int AS connected,
      count(*) FILTER (WHERE read_at < ${at}::timestamptz - late)::int AS late,
      GREATEST(0, EXTRACT(EPOCH FROM ${at}::timestamptz - max(read_at)))::float8 AS age
    FROM (
      SELECT type, make_interval(mins => CASE WHEN type = 'GOCARDLESS' THEN ${lateEvents}::int ELSE ${LATE_MINUTES}::int END) AS late,
        COALESCE(CASE WHEN type = ANY(${BOOKS}) THEN last_synced_at ELSE events_read_until END, connected_at) AS read_at
      FROM connections WHERE status = 'connected'
      UNION ALL
      SELECT ${STRIPE}, make_interval(hours => ${STRIPE_LATE_HOURS}), read_at
      FROM contracts WHERE stripe_customer_id IS NOT NULL AND ended_at IS NULL
    ) AS reading GROUP BY type`;
}
