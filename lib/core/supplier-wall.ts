import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { bootEnv } from "./env";

/**
 * Whose rows the database shows to what runs now: those of one supplier, of all, or (a request that has proved nothing
 * yet) of nobody. `WalledPool` tells each connection before it is used; the policies of the tables do the rest.
 */
export type Reach = { supplier: string } | "all" | "none";

/** The reach of a request grows once, when it is known who asks. */
interface Holder {
  reach: Reach;
}

// One per process, however often bundling repeats this module.
const place = globalThis as { einzugReach?: AsyncLocalStorage<Holder> };
place.einzugReach ??= new AsyncLocalStorage<Holder>();
const holders = place.einzugReach;

/** Programs that an operator starts (worker, scripts, tests) act for all; the web process for nobody until it is told. */
const UNTOLD: Reach = bootEnv.isWeb ? "none" : "all";

export function currentReach(): Reach {
  return holders.getStore()?.reach ?? UNTOLD;
}

/** Runs for one supplier: whatever is forgotten in a `where`, the database knows no other rows. */
export async function withinSupplier<T>(customerId: string, run: () => Promise<T>): Promise<T> {
  // Questions to Prisma are asked when they are awaited, which has to happen in here.
  return await holders.run({ reach: { supplier: customerId } }, async () => await run());
}

/** Runs for all suppliers. Each use is a place that has to ask across them; there is no other way to. */
export async function acrossSuppliers<T>(run: () => Promise<T>): Promise<T> {
  return await holders.run({ reach: "all" }, async () => await run());
}

/** Runs with the reach that holds now, whatever becomes of the holder meanwhile. */
export function withReach<T>(reach: Reach, run: () => T): T {
  return holders.run({ reach }, run);
}

/**
 * From now on each request begins as nobody's, until `keepToSupplier`. It is told in the same turn in which Node.js hands
 * the request on, so all that follows from it is inside.
 */
export function watchRequests(): void {
  subscribe("http.server.request.start", () => holders.enterWith({ reach: "none" }));
}

/**
 * From here on the whole request is the supplier's whose session it has proved, its pages and handlers included, which
 * cannot be run inside of something. Where a wider or other reach was chosen by `run` that one stays.
 *
 * @throws Error if the request was another supplier's
 */
export function keepToSupplier(customerId: string): void {
  const holder = holders.getStore();
  if (!holder || holder.reach === "all") return;
  if (holder.reach === "none") holder.reach = { supplier: customerId };
  else if (holder.reach.supplier !== customerId) throw new Error("a request acts for two suppliers");
}
