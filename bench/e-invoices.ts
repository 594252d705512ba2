import { createWriteStream, openAsBlob, readdirSync, readFileSync, statSync } from "node:fs";
import { finished } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { Zip, ZipDeflate } from "fflate";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { usageOf } from "@/lib/e-invoices/process/usage-data";
import { saveSettings } from "@/lib/e-invoices/settings/mutations";
import type { Stack } from "../scripts/stack";
import { Chance } from "../soak/chance";
import { killAndStart } from "../soak/crashes/crash-kinds";
import { type MixedFile, mixedFile } from "./mixed-invoices";
import { type Owner, signedInOwner } from "./owner";
import { withStack } from "./stack-of-its-own";

/**
 * Measures how fast a ZIP archive of mixed e-invoices is received, read and applied, and the memory of web, worker and
 * reader's processes meanwhile. `--files N` changes the number of files. `--kills N` kills worker or web N times during
 * the run, and uploads the archive again if it was cut off: then only the result counts.
 */
const FILES = 10_000;
const MIN_PER_SECOND = 50;
/** Most memory in the second half of the files, compared with the first half: growth with the files would be about 2. */
const MEMORY_BOUND = 1.25;
/**
 * Most time of PostgreSQL for a file of the second half, compared with the first half, which also receives the files. A
 * statement that reads all files to store one makes it grow with their number.
 */
const DATABASE_BOUND = 1.5;
const SAMPLE_MS = 1_000;
/** The installation is first watched without work: queues are asked for jobs all the time. */
const IDLE_MS = 15_000;
const LIMIT_MS = 30 * 60_000;
const SETTINGS = { vatId: "DE123456789", taxNumber: "", creditorIds: "", dueDays: "" };

export async function measureEInvoices(args: string[]): Promise<boolean> {
  const given = (name: string, usual: number) => {
    const at = args.indexOf(`--${name}`);
    return at === -1 ? usual : Number(args[at + 1]);
  };
  const [count, kills, seed] = [given("files", FILES), given("kills", 0), given("seed", 1)];
  return await withStack("e-invoices", async (stack, { app }) => {
    const owner = await signedInOwner();
    await saveSettings(owner.customerId as CustomerId, SETTINGS, { userId: "bench", userName: "bench", ip: "bench" });
    const path = `${stack.env.EINZUG_DATA_DIR}/invoices.zip`;
    const files = await writeArchive(path, count);
    console.log(`· ${count} files in an archive of ${megabytes(statSync(path).size)}, ${kills} kills`);
    const watch = new Watch(owner, count);
    await wait(IDLE_MS);
    const startedAt = performance.now();
    watch.begin();
    const striking = strike(stack, owner, { kills, count, seed });
    const uploads = await upload(app, owner, path);
    const receivedAfter = (performance.now() - startedAt) / 1_000;
    await striking;
    const seconds = await watch.untilRead(startedAt);
    const wrong = await wrongFiles(owner, files);
    await db.$disconnect();
    console.log(
      `\n  received after ${receivedAfter.toFixed(1)} s (${uploads} uploads), read after ${seconds.toFixed(1)} s`,
    );
    for (const line of wrong.slice(0, 10)) console.log(`  WRONG ${line}`);
    const [perSecond, growth] = [count / seconds, watch.growth()];
    console.log(`  ${perSecond.toFixed(1)} files a second (bound ${MIN_PER_SECOND})`);
    const cpu = Object.entries(watch.cpuMsPerFile(seconds));
    const sum = cpu.reduce((total, [, ms]) => total + ms, 0);
    const parts = cpu.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(", ");
    console.log(
      `  ${sum.toFixed(1)} ms of processor time a file (${parts}): two cores alone read ${(2_000 / sum).toFixed(0)}/s`,
    );
    for (const [name, { first, second }] of Object.entries(watch.halves))
      console.log(`  ${name}: most ${megabytes(first)} in the first half, ${megabytes(second)} in the second`);
    console.log(`  memory ratio ${growth.toFixed(2)} (bound ${MEMORY_BOUND})`);
    const [first, second] = watch.databaseMsPerFile(seconds);
    console.log(
      `  PostgreSQL: ${first.toFixed(1)} ms a file in the first half, ${second.toFixed(1)} in the second (bound ${DATABASE_BOUND} times)`,
    );
    const isEven = growth <= MEMORY_BOUND && second <= first * DATABASE_BOUND;
    const isFast = kills > 0 || (perSecond >= MIN_PER_SECOND && isEven);
    const holds = isFast && wrong.length === 0;
    console.log(`  ${holds ? "holds" : "BROKEN"}`);
    return holds;
  });
}

async function writeArchive(path: string, count: number): Promise<Omit<MixedFile, "bytes">[]> {
  const output = createWriteStream(path);
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    output.write(chunk);
  });
  const files: Omit<MixedFile, "bytes">[] = [];
  for (let at = 0; at < count; at += 1) {
    const { bytes, ...file } = await mixedFile(at);
    const entry = new ZipDeflate(file.name === files.at(-1)?.name ? `Kopie ${file.name}` : file.name);
    zip.add(entry);
    entry.push(bytes, true);
    files.push(file);
  }
  zip.end();
  output.end();
  await finished(output);
  return files;
}

/** Uploads the archive as the in-tray does, again until it has arrived whole, as a person would. */
async function upload(app: string, { cookie }: Owner, path: string): Promise<number> {
  const body = await openAsBlob(path);
  const query = new URLSearchParams({ name: "Rechnungen.zip", size: String(body.size) });
  for (let uploads = 1; ; uploads += 1) {
    const answer = await fetch(`${app}/app/e-invoices/upload?${query}`, {
      method: "PUT",
      headers: { cookie, origin: app },
      body,
    }).catch(() => undefined);
    if (answer?.status === 201) return uploads;
    if (answer && answer.status < 500) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
    await wait(500);
  }
}

async function strike(
  stack: Stack,
  { customerId }: Owner,
  { kills, count, seed }: { kills: number; count: number; seed: number },
): Promise<void> {
  const chance = new Chance(seed);
  const running = stack.children as Parameters<typeof killAndStart>[1];
  for (let kill = 0; kill < kills; kill += 1) {
    const target = Math.floor((count * (kill + 0.2 + 0.6 * chance.next())) / kills);
    while ((await db.eInvoiceFile.count({ where: { customerId, status: { not: "waiting" } } })) < target)
      await wait(SAMPLE_MS);
    const name = chance.pick(["worker", "worker", "web"] as const);
    console.log(`· kills ${name} after ${target} files`);
    await killAndStart(stack, running, name);
  }
}

/** Compares each file's state, and the receivables, with what the files are: each is there once. */
async function wrongFiles({ customerId }: Owner, files: Omit<MixedFile, "bytes">[]): Promise<string[]> {
  const rows = await db.eInvoiceFile.findMany({
    where: { customerId },
    select: { name: true, status: true, reason: true },
  });
  const byName = new Map(rows.map((row) => [row.name, row]));
  const wrong = files.flatMap(({ name, status }) => {
    const row = byName.get(name);
    return row?.status === status ? [] : [`${name}: ${row?.status ?? "missing"} ${row?.reason ?? ""}, not ${status}`];
  });
  if (rows.length !== files.length) wrong.push(`${rows.length} files are stored, not ${files.length}`);
  const invoices = await db.invoice.findMany({ where: { customerId }, select: { number: true, totalCents: true } });
  const numbers = new Set(files.flatMap(({ number }) => number ?? []));
  if (invoices.length !== numbers.size) wrong.push(`${invoices.length} receivables, not ${numbers.size}`);
  for (const { number, totalCents } of invoices)
    if (!numbers.has(number) || totalCents !== 11_900) wrong.push(`receivable ${number} of ${totalCents}`);
  return wrong;
}

/** Measures the memory of the processes until all files are read. */
class Watch {
  readonly halves: Record<string, { first: number; second: number }> = {};

  constructor(
    private readonly owner: Owner,
    private readonly count: number,
  ) {
    void this.sample();
  }

  /** Processor time by process, at its first and its last look. */
  private readonly cpu = new Map<number, { name: string; first: number; last: number }>();
  private readonly createdAt = performance.now();
  private idle: { ms: Record<string, number>; seconds: number } = { ms: {}, seconds: 1 };
  private middle = { ms: {} as Record<string, number>, seconds: 0 };
  private done = 0;
  private isOver = false;

  /** @returns the seconds until no file waits */
  async untilRead(startedAt: number): Promise<number> {
    const { customerId } = this.owner;
    for (let shown = 0; ; await wait(SAMPLE_MS)) {
      const waiting = await db.eInvoiceFile.count({ where: { customerId, status: "waiting" } });
      const seconds = (performance.now() - startedAt) / 1_000;
      if (waiting === 0) {
        this.isOver = true;
        return seconds;
      }
      if (seconds * 1_000 > LIMIT_MS) throw new Error(`${waiting} files still wait`);
      if (seconds - shown < 15) continue;
      shown = seconds;
      console.log(`  ${Math.round(seconds)} s: ${waiting} wait`);
    }
  }

  /** The work begins: what the processes have used until now is what an idle installation needs. */
  begin(): void {
    this.idle = { ms: this.used(), seconds: (performance.now() - this.createdAt) / 1_000 };
  }

  /**
   * Returns the processor time for one file, by kind of process, without what an idle installation needs in that time. It
   * depends less on what else the machine does than the time on the clock.
   */
  cpuMsPerFile(seconds: number): Record<string, number> {
    const used = Object.entries(this.used()).map(([name, ms]) => {
      const idle = this.idle.ms[name] ?? 0;
      return [name, (ms - idle - (idle / this.idle.seconds) * seconds) / this.count] as const;
    });
    return Object.fromEntries(used);
  }

  /** Returns the same of PostgreSQL for each half of the files. */
  databaseMsPerFile(seconds: number): [number, number] {
    const { idle, middle } = this;
    const [start = 0, half = 0, end = 0] = [idle.ms, middle.ms, this.used()].map(({ postgres }) => postgres);
    const idlePerSecond = start / idle.seconds;
    const inFirst = middle.seconds - idle.seconds;
    const perFile = (ms: number, during: number) => (ms - idlePerSecond * during) / (this.count / 2);
    return [perFile(half - start, inFirst), perFile(end - half, seconds - inFirst)];
  }

  private used(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const { name, first, last } of this.cpu.values()) sums[name] = (sums[name] ?? 0) + last - first;
    return sums;
  }

  growth(): number {
    return Math.max(...Object.values(this.halves).map(({ first, second }) => second / Math.max(first, 1)));
  }

  private async sample(): Promise<void> {
    for (; !this.isOver; await wait(SAMPLE_MS)) {
      const where = { customerId: this.owner.customerId, status: { not: "waiting" as const } };
      this.done = await db.eInvoiceFile.count({ where }).catch(() => this.done);
      for (const { pid, name, rssBytes: bytes, cpuMs } of processesOf(process.pid)) {
        const known = this.cpu.get(pid);
        this.cpu.set(pid, { name, first: known?.first ?? cpuMs, last: cpuMs });
        const half = this.halves[name] ?? { first: 0, second: 0 };
        const part = this.done < this.count / 2 ? "first" : "second";
        this.halves[name] = { ...half, [part]: Math.max(half[part], bytes) };
      }
      if (this.done < this.count / 2)
        this.middle = { ms: this.used(), seconds: (performance.now() - this.createdAt) / 1_000 };
    }
  }
}

/** Returns the processes of the installation that take part. */
function processesOf(parent: number) {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const name = /^\d+$/.test(pid) ? nameOf(readFileSync(`/proc/${pid}/cmdline`, "latin1")) : undefined;
      const usage = name === undefined || !isDescendant(Number(pid), parent) ? undefined : usageOf(Number(pid));
      return name === undefined || usage === undefined ? [] : [{ pid: Number(pid), name, ...usage }];
    } catch {
      // The process has ended.
      return [];
    }
  });
}

function nameOf(command: string): string | undefined {
  if (command.includes("e-invoice-reader")) return "reader";
  if (command.includes("dist/worker.js")) return "worker";
  if (/^postgres|postgres-server|bin\/postgres/.test(command)) return "postgres";
  return /next[-/]/.test(command) ? "web" : undefined;
}

function isDescendant(pid: number, of: number): boolean {
  for (let at = pid; at > 1; ) {
    if (at === of) return true;
    const stat = readFileSync(`/proc/${at}/stat`, "latin1");
    at = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  }
  return false;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
