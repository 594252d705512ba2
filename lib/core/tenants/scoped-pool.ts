import pg from "pg";
import { currentTenantScope, type Reach } from "./tenant-scope";

/** The role with row-level security (migration 20261122200000); the login role owns the tables and bypasses it. */
const WALLED = "einzug_supplier";

type Done = (error?: Error | boolean) => void;
type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: Done) => void;

/**
 * A pool that sets the tenant scope of its caller on each connection. The setting belongs to the connection and
 * outlives the query. So it is compared at every checkout, and one short statement sets it again where it differs: no
 * caller gets another caller's scope. A transaction keeps the scope it started with. A caller gets an idle connection
 * that has its scope already, if there is one, and otherwise the one that has been idle longest.
 *
 * Cross-tenant callers use a second pool, whose connections have no such setting. A page alternates between its
 * supplier's queries and cross-tenant ones.
 */
export class ScopedPool extends pg.Pool {
  private readonly told = new WeakMap<pg.PoolClient, string>();
  private readonly open: pg.Pool;

  /** @param maxOpen the size of the second pool; by default that of the first */
  constructor(config: pg.PoolConfig, maxOpen = config.max) {
    super(config);
    this.open = new pg.Pool({ ...config, max: maxOpen });
    // Forwards the error of an idle connection that breaks: a listener of this pool gets the errors of both pools.
    this.open.on("error", (error, client) => this.emit("error", error, client));
    // A connection can break during the checkout, between two listeners: an unhandled error event would end the
    // process. The caller's first query fails then.
    for (const pool of [this, this.open]) pool.on("connect", (client) => client.on("error", () => {}));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Taken): void;
  override connect(callback?: Taken): Promise<pg.PoolClient> | undefined {
    // Read now: when a connection becomes free, the current context may be another caller's.
    const reach = currentTenantScope();
    const taken = reach === "all" ? this.open.connect() : this.connectFor(customerOf(reach));
    if (!callback) return taken;
    taken.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    const ended = Promise.all([super.end(), this.open.end()]).then(() => {});
    if (!callback) return ended;
    void ended.finally(callback);
    return undefined;
  }

  private connectFor(customer: string): Promise<pg.PoolClient> {
    // pg-pool takes the last of its idle connections in the next tick, right after this.
    process.nextTick(() => this.placeLast(customer));
    return super.connect().then((client) => this.tell(client, customer));
  }

  /** Reorders the idle connections. It only saves a statement: `tell` compares the scope in any case. */
  private placeLast(customer: string): void {
    const { _idle: idle } = this as unknown as { _idle?: { client: pg.PoolClient }[] };
    if (!idle || idle.length < 2) return;
    const found = idle.findIndex(({ client }) => this.told.get(client) === customer);
    idle.push(...idle.splice(Math.max(found, 0), 1));
  }

  private async tell(client: pg.PoolClient, customer: string): Promise<pg.PoolClient> {
    if (this.told.get(client) === customer) return client;
    try {
      await client.query({
        name: "einzug-reach",
        text: "SELECT set_config('role', $1, false), set_config('einzug.customer', $2, false)",
        values: [WALLED, customer],
      });
      this.told.set(client, customer);
      return client;
    } catch (error) {
      // The connection's scope is unknown now.
      client.release(true);
      throw error;
    }
  }
}

/** Returns the customer setting; empty without a proven supplier, for which the policies show no rows. */
function customerOf(reach: Exclude<Reach, "all">): string {
  return reach === "none" ? "" : reach.supplier;
}
