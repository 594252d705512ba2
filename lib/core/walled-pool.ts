import pg from "pg";
import { currentReach, type Reach } from "./supplier-wall";

/** The role for which the tables have policies (migration 20261122200000); the login itself owns the tables and has none. */
const WALLED = "einzug_supplier";

type Done = (error?: Error | boolean) => void;
type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: Done) => void;

/**
 * A pool that tells each connection whose rows it may see, by whoever takes it. The setting belongs to the connection and
 * outlives the question, so it is compared at every taking and sent again (one short statement) where it differs: what the
 * last one had never reaches the next. A transaction keeps what it began with.
 *
 * What asks across suppliers has connections of its own, as many again, which are never told anything: a page asks as one
 * supplier and across them in turn.
 */
export class WalledPool extends pg.Pool {
  private readonly told = new WeakMap<pg.PoolClient, string>();
  private readonly open: pg.Pool;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.open = new pg.Pool(config);
    // One that breaks while it is free: who listens to this pool hears of both.
    this.open.on("error", (error, client) => this.emit("error", error, client));
    // One that breaks while it is handed on, between two listeners: an error that nobody hears would end the process. Whoever
    // got it is told by the first question they ask.
    for (const pool of [this, this.open]) pool.on("connect", (client) => client.on("error", () => {}));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Taken): void;
  override connect(callback?: Taken): Promise<pg.PoolClient> | undefined {
    // Now: when a connection is free, somebody else's context may be the current one.
    const reach = currentReach();
    const taken =
      reach === "all" ? this.open.connect() : super.connect().then((client) => this.tell(client, customerOf(reach)));
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
      // Nobody knows what it would show.
      client.release(true);
      throw error;
    }
  }
}

/** Empty for who has proved nothing: the policies then show no rows. */
function customerOf(reach: Exclude<Reach, "all">): string {
  return reach === "none" ? "" : reach.supplier;
}
