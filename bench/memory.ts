import { readdirSync, readFileSync } from "node:fs";
import { signedInOwner } from "./owner";
import { withStack } from "./stack-of-its-own";
import { addInvoices, untilSettled } from "./sync";

/** Measures the memory of worker and web, in MB of RSS, after they collected 1,000 invoices and served 200 pages. */
const SUPPLIERS = 50;
const INVOICES_EACH = 20;
const PAGES = ["/app", "/app/invoices", "/app/payouts", "/app/contacts"];
const ROUNDS = 50;

/** `npm run bench -- memory [suppliers] [invoices of each]` */
export async function measureMemory(args: string[]): Promise<boolean> {
  const suppliers = Number(args[0] ?? SUPPLIERS);
  const each = Number(args[1] ?? INVOICES_EACH);
  return await withStack("memory", async (_stack, { app, desk }) => {
    const { laySuppliers } = await import("./sync-suppliers");
    const organisations = await laySuppliers(desk, suppliers);
    const { cookie } = await signedInOwner();
    for (const organisation of organisations) await addInvoices(desk, organisation, each);
    const made = await untilSettled(desk, suppliers * each);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const page of PAGES) {
        const response = await fetch(`${app}${page}`, { headers: { cookie } });
        if (response.status !== 200) throw new Error(`${page} answered ${response.status}`);
        await response.text();
      }
    const [worker, web] = [megabytesOf("worker"), megabytesOf("web")];
    console.log(`
  invoices collected           ${made} of ${suppliers * each}
  worker                       ${worker.toFixed(1)} MB
  web                          ${web.toFixed(1)} MB
  worker and web               ${(worker + web).toFixed(1)} MB`);
    return made === suppliers * each;
  });
}

/** Returns the memory of a process that this one started. */
function megabytesOf(name: string): number {
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry)))
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      if (!environment.includes(`EINZUG_PROCESS=${name}`) || !environment.includes(`EINZUG_PARENT=${process.pid}`))
        continue;
      const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      return Number(kilobytes) / 1_024;
    } catch {
      // It has ended meanwhile, or belongs to somebody else.
    }
  throw new Error(`no process ${name}`);
}
