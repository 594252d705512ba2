import { setTimeout as wait } from "node:timers/promises";
import { withStack } from "./stack-of-its-own";
import { measureWork } from "./work";

/**
 * Measures the work of the database while nothing happens: CPU time and statements a minute, with connected suppliers
 * that have no invoice to read and no event to handle.
 */
const SUPPLIERS = 1_000;
const AT_ONCE = 8;
const SETTLE_MS = 60_000;
const MEASURE_MS = 180_000;

/** `npm run bench -- idle [suppliers] [seconds]` */
export async function measureIdle([suppliers, seconds]: string[]): Promise<boolean> {
  const measureMs = seconds ? Number(seconds) * 1_000 : MEASURE_MS;
  return await withStack(
    "idle",
    async (stack) => {
      await connectSuppliers(Number(suppliers ?? SUPPLIERS));
      await wait(Math.min(SETTLE_MS, measureMs));
      const workDone = await measureWork(stack);
      await wait(measureMs);
      const { cpu, statements } = await workDone();
      const minutes = measureMs / 60_000;
      const calls = statements.reduce((sum, row) => sum + row.calls, 0);
      console.log(`
  database, idle, a minute     ${(cpu.postgres / minutes).toFixed(0)} ms of CPU time
  statements a minute          ${(calls / minutes).toFixed(0)}
  worker, web, a minute        ${(cpu.worker / minutes).toFixed(0)} and ${(cpu.web / minutes).toFixed(0)} ms of CPU time`);
      return true;
    },
    { countsStatements: true },
  );
}

async function connectSuppliers(count: number): Promise<void> {
  const { seedConnection } = await import("../prisma/seed/connect");
  const { seedSupplier } = await import("../prisma/seed/suppliers");
  console.log(`· connects ${count} suppliers`);
  let next = 0;
  const connect = async () => {
    while (next < count) {
      next += 1;
      const name = `Betrieb ${next}`;
      const supplier = await seedSupplier({ companyName: name });
      await seedConnection(supplier, "GOCARDLESS", { name });
      await seedConnection(supplier, "LEXOFFICE", { name });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connect));
}
