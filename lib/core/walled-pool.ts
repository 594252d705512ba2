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
 */
export class WalledPool extends pg.Pool {
  private readonly told = new WeakMap<pg.PoolClient, string>();

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Taken): void;
  override connect(callback?: Taken): Promise<pg.PoolClient> | undefined {
    // Now: when a connection is free, somebody else's context may be the current one.
    const reach = currentReach();
    const taken = super.connect().then((client) => this.tell(client, reach));
    if (!callback) return taken;
    taken.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  private async tell(client: pg.PoolClient, reach: Reach): Promise<pg.PoolClient> {
    const [role, customer] = settingsOf(reach);
    const wanted = `${role}/${customer}`;
    if (this.told.get(client) === wanted) return client;
    try {
      await client.query({
        name: "einzug-reach",
        text: "SELECT set_config('role', $1, false), set_config('einzug.customer', $2, false)",
        values: [role, customer],
      });
      this.told.set(client, wanted);
      return client;
    } catch (error) {
      // Nobody knows what it would show.
      client.release(true);
      throw error;
    }
  }
}

function settingsOf(reach: Reach): [role: string, customer: string] {
  if (reach === "all") return ["none", ""];
  return [WALLED, reach === "none" ? "" : reach.supplier];
}
