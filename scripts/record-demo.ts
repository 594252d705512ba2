import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { demoEnvironment, placesOf } from "./demo-environment";
import { createDatabase, startPostgres } from "./embedded-postgres";
import { deployMigrations } from "./migrations/deploy";
import type { SnapshotText } from "./past/archive";
import { realNow, takeOverDate } from "./past/fake-date";

/**
 * `npm run demo:record` plays twelve months of the demo's supplier, through product and twins in this process, and
 * stores the last seven days: one snapshot for each day of the week on which the demo may start.
 */
const DAYS = 365;
const ENDS = 7;
/** Days of the week, Sunday being 0. */
const NIGHTS = [1, 4];
const ports = { web: Number(process.env.PORT ?? 3000), desk: Number(process.env.SANDBOX_PORT ?? 4000) };
const dataDir = mkdtempSync(join(tmpdir(), "einzug-record-"));
const setTime = takeOverDate();
const postgres = await startPostgres(join(dataDir, "postgres"), placesOf(ports).postgres);
await createDatabase(postgres.url("postgres"), "einzug");
const { CLOCK_URL: _follows, ...env } = demoEnvironment(ports, dataDir, postgres.url());
await forgetCrashes(postgres.url("postgres"));
await deployMigrations(postgres.url());
Object.assign(process.env, env, { LOG_LEVEL: process.env.LOG_LEVEL ?? "error" });

// From here on all code reads the environment above.
const { addDays, dayOf, startOfDay } = await import("@/lib/core/time/dates");
const { isTargetDay } = await import("@/lib/core/time/target-calendar");
const { saveSettings } = await import("@/lib/customers/record/mutations");
const { saveReminders } = await import("@/lib/mandates/reminders/mutations");
const { seedDemo } = await import("@/prisma/seed/demo-supplier");
const { writeArchive } = await import("./past/archive");
const { portable } = await import("./past/portable");
const { takeSnapshot } = await import("./past/snapshot");
const { Stage } = await import("./past/stage");
const { settleOldDocuments, Year } = await import("./past/year");

const last = dayOf(new Date(realNow()));
const firstEnd = addDays(last, 1 - ENDS);
const from = addDays(last, -DAYS);
setTime(startOfDay(from).getTime() + 9 * 3_600_000);
const stage = await Stage.start(ports, dataDir, setTime);
await settleOldDocuments(stage);
const supplier = await seedDemo();
if (!supplier) throw new Error("the database is not empty");
await stage.settle();
await saveReminders(
  supplier.customerId,
  { remindsMandates: true, reminderAfterDays: 5, reminderMax: 2 },
  supplier.actor,
);
await saveSettings(supplier.customerId, { retriesReturns: true }, supplier.actor);
const year = new Year(stage, supplier, from, firstEnd);
const snapshots: SnapshotText[] = [];
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
for (let day = addDays(from, 1); ; day = addDays(day, 1)) {
  // Every day of the recorded weeks is played like in operation. Before, the nights and weekends are played less often:
  // nobody sees the difference, and a recording takes minutes.
  const isNear = day >= addDays(firstEnd, -10);
  const isWorkday = isTargetDay(day);
  await stage.goTo(day, 0, 5);
  if (isNear || NIGHTS.includes(new Date(day).getUTCDay())) await stage.run("nightly", "sweepAccounts");
  if (day >= firstEnd)
    snapshots.push(portable(await takeSnapshot(day, postgres.url(), join(dataDir, "sandbox.db")), ports));
  if (day === last) break;
  if (isNear || isWorkday) {
    await stage.goTo(day, 7, 10);
    await stage.run("morning");
  }
  if (isWorkday) {
    await stage.goTo(day, 9, 40);
    await year.live(day);
    await stage.run("daily");
    await stage.goTo(day, 15, 20);
    await year.bank(day);
    await stage.run("hourly");
    await stage.goTo(day, 18, 10);
    await stage.run("evening");
  }
  if (day.endsWith("1"))
    console.log(`· ${day} (${seconds()} s, of the processor ${Math.round(process.cpuUsage().user / 1e6)} s)`);
}
const bytes = writeArchive(snapshots);
console.log(`· ${snapshots.length} days, ${bytes} bytes, ${seconds()} s`);
await stage.stop();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);

/** The recording need not survive a power cut, and writes much. */
async function forgetCrashes(adminUrl: string): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.query("SELECT pg_reload_conf()");
  await client.end();
}
