import { argv, exit } from "node:process";

/** A measurement prints its figures, and returns whether its bounds hold. */
type Bench = (args: string[]) => Promise<boolean>;

/**
 * `npm run bench -- <name> [options]`: side-by-side measurements. Each prints figures and ends with 1 if a bound is
 * broken. Each bench is imported when it runs, because `compare` copies this file to commits that lack modules of others.
 */
const benches: Record<string, () => Promise<Bench>> = {
  sync: async () => (await import("./sync")).measureSync,
  enumeration: async () => (await import("./enumeration")).measureEnumeration,
  pages: async () => (await import("./pages")).measurePages,
  scale: async () => (await import("./scale")).measureScale,
  webhooks: async () => (await import("./webhooks")).measureWebhooks,
  imports: async () => (await import("./imports")).measureImports,
  memory: async () => (await import("./memory")).measureMemory,
  idle: async () => (await import("./idle")).measureIdle,
  connections: async () => (await import("./connections")).measureConnections,
  first: async () => (await import("./first")).measureFirst,
  compare: async () => (await import("./compare")).compareWith,
  "e-invoices": async () => (await import("./e-invoices")).measureEInvoices,
};

const [name = "", ...args] = argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`Which bench? One of: ${Object.keys(benches).join(", ")}`);
  exit(2);
}
const measure = await bench();
exit((await measure(args)) ? 0 : 1);
