import pg from "pg";
import { env } from "@/lib/core/env";

export interface WaitingJob {
  id: string;
  name: string;
  data: Record<string, unknown>;
}

/**
 * The queue as the simulation sees it, over a connection of its own. The product's own connection would need a tenant
 * scope before and after every job. That would double the round trips, which take most of a run's time.
 */
export class JobTable {
  private readonly pool = new pg.Pool({ connectionString: env().DATABASE_URL, max: 1 });

  constructor() {
    // A connection that is cut while idle is replaced with the next query.
    this.pool.on("error", () => {});
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /**
   * Returns the jobs that are due. A process that died in an earlier run may still enqueue a job when its last call
   * ends; other suppliers' jobs are therefore ignored.
   *
   * @param customerId the supplier; empty for the jobs of all
   * @param done a job that has ended; the same query deletes it
   */
  async waiting(customerId: string, done?: string): Promise<WaitingJob[]> {
    const { rows } = await this.pool.query<WaitingJob>({
      name: "waiting",
      text: `
        WITH gone AS (DELETE FROM pgboss.job WHERE id = $2::uuid)
        SELECT id, name, data FROM pgboss.job WHERE state IN ('created', 'retry') AND start_after <= now()
          AND ($1 = '' OR COALESCE(data->>'customerId', $1) = $1)
        ORDER BY name, singleton_key, created_on`,
      values: [customerId, done ?? null],
    });
    return rows;
  }

  async take(id: string): Promise<void> {
    const text = "UPDATE pgboss.job SET state = 'active' WHERE id = $1::uuid";
    await this.pool.query({ name: "take", text, values: [id] });
  }

  async finish(id: string): Promise<void> {
    await this.pool.query({ name: "finish", text: "DELETE FROM pgboss.job WHERE id = $1::uuid", values: [id] });
  }

  /** Puts a job back to wait for its retry. pg-boss allows one retry per key, so a second one is deleted. */
  async putBack(id: string): Promise<void> {
    const text = `
      WITH successor AS (
        SELECT 1 FROM pgboss.job AS other, pgboss.job AS own WHERE own.id = $1::uuid
          AND other.name = own.name AND other.singleton_key = own.singleton_key AND other.state = 'retry'
      ), gone AS (DELETE FROM pgboss.job WHERE id = $1::uuid AND EXISTS (SELECT 1 FROM successor))
      UPDATE pgboss.job SET state = 'retry' WHERE id = $1::uuid AND NOT EXISTS (SELECT 1 FROM successor)`;
    await this.pool.query({ name: "put back", text, values: [id] });
  }

  /** Makes every job due that was scheduled for later. */
  async endWaits(): Promise<void> {
    await this.pool.query("UPDATE pgboss.job SET start_after = now() WHERE start_after > now()");
  }

  /** Ends the pauses that the product keeps after a vendor's "too many requests" and after a booking run that died. */
  async endPauses(): Promise<void> {
    await this.pool.query("DELETE FROM rate_paces");
    await this.pool.query("DELETE FROM booking_turns");
  }

  /**
   * Makes every job scheduled for later due only on the next day, unless it is enqueued for now before. The machine's
   * clock must not decide that, because a seed would then replay differently on a slower machine.
   */
  private async settleWaits(): Promise<void> {
    await this.pool.query(`
      CREATE OR REPLACE FUNCTION pgboss.einzug_settle_waits() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.start_after > now() THEN NEW.start_after := now() + interval '1 day'; END IF;
        RETURN NEW;
      END $$;
      CREATE OR REPLACE TRIGGER einzug_settle_waits BEFORE INSERT OR UPDATE OF start_after ON pgboss.job
      FOR EACH ROW EXECUTE FUNCTION pgboss.einzug_settle_waits()`);
  }

  /** Empties the database: of the run before, only migrations and queues remain. */
  async forgetEverything(): Promise<void> {
    await this.settleWaits();
    const { rows } = await this.pool.query<{ name: string }>(`
      SELECT format('%I', tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`);
    await this.pool.query(`TRUNCATE ${rows.map(({ name }) => name).join(", ")}, pgboss.job`);
  }
}
