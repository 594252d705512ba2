import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { bootEnv } from "@/lib/core/env";

/**
 * The tenant scope: whose rows the database shows to the running code. It is one supplier's rows, all rows, or none for
 * a request that has proved nothing yet. `ScopedPool` sets it on each connection before use; the row-level security of
 * the tables applies it.
 */
export type Reach = { supplier: string } | "all" | "none";

/** Holds the scope of a request, which widens once: when the request has proved its supplier. */
interface Holder {
  reach: Reach;
}

// One per process, however often bundling repeats this module.
const place = globalThis as { einzugReach?: AsyncLocalStorage<Holder> };
place.einzugReach ??= new AsyncLocalStorage<Holder>();
const holders = place.einzugReach;

/** The default scope: all rows for programs of an operator (worker, scripts, tests), none for the web process. */
const UNTOLD: Reach = bootEnv.isWeb ? "none" : "all";

export function currentTenantScope(): Reach {
  return holders.getStore()?.reach ?? UNTOLD;
}

/** Runs code in the scope of one supplier: even a query without a `where` sees only that supplier's rows. */
export async function withinSupplier<T>(customerId: string, run: () => Promise<T>): Promise<T> {
  // Prisma sends a query when it is awaited, so the await has to happen inside.
  return await holders.run({ reach: { supplier: customerId } }, async () => await run());
}

/** Runs code across all suppliers. It is the only way to do so, and every place that uses it needs a reason. */
export async function crossTenant<T>(run: () => Promise<T>): Promise<T> {
  return await holders.run({ reach: "all" }, async () => await run());
}

/** Runs code in a fixed scope, even if the scope of the request changes meanwhile. */
export function withTenantScope<T>(reach: Reach, run: () => T): T {
  return holders.run({ reach }, run);
}

/**
 * Starts every request in the scope `none`, until `keepToSupplier`. Node.js publishes this event in the same tick in
 * which it hands over the request, so all code of the request runs inside the scope.
 */
export function watchRequests(): void {
  subscribe("http.server.request.start", () => holders.enterWith({ reach: "none" }));
}

/**
 * Sets the scope of the current request to the supplier whose session it has proved. It covers the whole rest of the
 * request, because pages and handlers cannot be wrapped in a function. A scope `all` stays.
 *
 * @throws Error if the request has another supplier's scope
 */
export function keepToSupplier(customerId: string): void {
  const holder = holders.getStore();
  if (!holder || holder.reach === "all") return;
  if (holder.reach === "none") holder.reach = { supplier: customerId };
  else if (holder.reach.supplier !== customerId) throw new Error("a request acts for two suppliers");
}
