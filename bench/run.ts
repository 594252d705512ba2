import { compareWith } from "./compare";
import { measureEInvoices } from "./e-invoices";
import { measureEnumeration } from "./enumeration";
import { measureImports } from "./imports";
import { measureMemory } from "./memory";
import { measurePages } from "./pages";
import { measureScale } from "./scale";
import { measureSync } from "./sync";
import { measureWebhooks } from "./webhooks";

/**
 * `npm run bench -- <name> [options]`: side-by-side measurements. Each prints figures and ends with 1 if a bound is
 * broken.
 */
const benches: Record<string, (args: string[]) => Promise<boolean>> = {
  sync: measureSync,
  enumeration: measureEnumeration,
  pages: measurePages,
  scale: measureScale,
  webhooks: measureWebhooks,
  imports: measureImports,
  memory: measureMemory,
  compare: compareWith,
  "e-invoices": measureEInvoices,
};

const [name = "", ...args] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`Which bench? One of: ${Object.keys(benches).join(", ")}`);
  process.exit(2);
}
process.exit((await bench(args)) ? 0 : 1);
