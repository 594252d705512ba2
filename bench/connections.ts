import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Child, startChild, waitFor } from "../scripts/processes";
import type { Stack } from "../scripts/stack";
import { mostOpen } from "./open-connections";
import { signedInOwner } from "./owner";
import { withStack } from "./stack-of-its-own";
import { addInvoices, untilSettled } from "./sync";
import { measureWork } from "./work";

/**
 * Counts the connections of many webs and workers to one PostgreSQL: while nothing happens, and while invoices are collected
 * and pages are read. Counts the statements of idle workers, too.
 */
const EACH = 10;
const SUPPLIERS = 10;
const INVOICES_EACH = 30;
const SETTLE_MS = 45_000;
const IDLE_MS = 60_000;
const READERS = 20;
const PAGES = ["/app", "/app/invoices", "/app/payouts", "/app/contacts"];
const READY_MS = 120_000;
/** Three for each idle process; a PostgreSQL of the usual size (`max_connections` 100) serves all when they are busy. */
const MAX_IDLE_EACH = 3;
const MAX_BUSY_EACH = 5;

/** `npm run bench -- connections [webs and workers, each]` */
export async function measureConnections([count]: string[]): Promise<boolean> {
  const each = Number(count ?? EACH);
  // The product's default; a stack for one machine has more.
  process.env.DATABASE_POOL_SIZE = String(MAX_BUSY_EACH);
  return await withStack(
    "connections",
    async (stack, { desk }) => {
      const { laySuppliers } = await import("./sync-suppliers");
      const organisations = await laySuppliers(desk, SUPPLIERS);
      const { cookie } = await signedInOwner();
      const more = await startMore(stack, each - 1);
      try {
        console.log(`· ${each} webs and ${each} workers, idle`);
        await wait(SETTLE_MS);
        const workDone = await measureWork(stack);
        const idle = await mostOpen(stack.env.DATABASE_URL, wait(IDLE_MS));
        const { statements } = await workDone();
        const calls = statements.reduce((sum, row) => sum + row.calls, 0);
        console.log("· busy");
        const wanted = SUPPLIERS * INVOICES_EACH;
        let isOver = false;
        const collected = collect(desk, organisations, wanted).finally(() => {
          isOver = true;
        });
        const readers = Array.from({ length: READERS }, (_, at) => readPages(more.webs, cookie, at, () => isOver));
        const startedAt = performance.now();
        const busy = await mostOpen(stack.env.DATABASE_URL, Promise.all([collected, ...readers]));
        const seconds = (performance.now() - startedAt) / 1_000;
        const [made, ...pages] = await Promise.all([collected, ...readers]);
        const failed = pages.reduce((sum, one) => sum + one.failed, 0);
        const isGood =
          idle <= 2 * each * MAX_IDLE_EACH && busy <= 2 * each * MAX_BUSY_EACH && made === wanted && failed === 0;
        console.log(`
  connections, idle            ${idle} (bound ${2 * each * MAX_IDLE_EACH})
  connections, busy            ${busy} (bound ${2 * each * MAX_BUSY_EACH})
  statements a second, idle    ${((calls * 1_000) / IDLE_MS / each).toFixed(1)} for a web and a worker
  payments                     ${made} of ${wanted}
  pages                        ${pages.reduce((sum, one) => sum + one.read, 0)}, ${failed} failed, in ${seconds.toFixed(1)} s
  ${isGood ? "holds" : "BROKEN"}`);
        return isGood;
      } finally {
        for (const child of more.children) await child.stop();
      }
    },
    { countsStatements: true },
  );
}

/** Starts further webs, at the ports after those of the stack, and workers. */
async function startMore(stack: Stack, count: number): Promise<{ webs: string[]; children: Child[] }> {
  const logDir = join(stack.env.EINZUG_DATA_DIR ?? "", "logs");
  const first = Number(stack.env.PORT);
  const children: Child[] = [];
  const webs = [`http://127.0.0.1:${first}`];
  for (let index = 1; index <= count; index += 1) {
    const url = `http://127.0.0.1:${first + index}`;
    const web = startChild("web", ["dist/web.js"], { ...stack.env, PORT: String(first + index) }, logDir);
    children.push(web, startChild("worker", ["dist/worker.js"], stack.env, logDir));
    webs.push(url);
    await waitFor(`${url}/api/health`, web, READY_MS, logDir);
  }
  return { webs, children };
}

async function collect(
  desk: string,
  organisations: { id: string; contactId: string }[],
  wanted: number,
): Promise<number> {
  for (const organisation of organisations) await addInvoices(desk, organisation, INVOICES_EACH);
  return await untilSettled(desk, wanted);
}

async function readPages(webs: string[], cookie: string, at: number, isOver: () => boolean) {
  const count = { read: 0, failed: 0 };
  for (let turn = at; !isOver(); turn += 1) {
    const response = await fetch(`${webs[turn % webs.length]}${PAGES[turn % PAGES.length]}`, { headers: { cookie } });
    await response.text();
    count.read += 1;
    if (response.status !== 200) count.failed += 1;
  }
  return count;
}
