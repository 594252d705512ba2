import pg from "pg";
import { env } from "@/lib/core/env";

export interface WaitingJob {
  id: string;
  name: string;
  data: Record<string, unknown>;
}

/**
 * The queue as the simulation sees it, over a connection of its own: the product's would have to be told before and after
 * every job whose rows it shows, and a life is made of little else than round trips.
 */
export class JobTable {
  private readonly pool = new pg.Pool({ connectionString: env().DATABASE_URL, max: 1 });

  constructor() {
    // One that is cut while nobody asks is replaced with the next question.
    this.pool.on("error", () => {});
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /**
   * What is due. A process that died in an earlier life may still promise something when its last call ends: that is not
   * ours.
   *
   * @param done a job that has ended, taken out with the same question
   */
  async waiting(customerId: string, done?: string): Promise<WaitingJob[]> {
    const { rows } = await this.pool.query<WaitingJob>({
      name: "waiting",
      text: `
        WITH gone AS (DELETE FROM pgboss.job WHERE id = $2::uuid)
        SELECT id, name, data FROM pgboss.job WHERE state IN ('created', 'retry') AND start_after <= now()
          AND COALESCE(data->>'customerId', $1) = $1
        ORDER BY name, singleton_key, created_on`,
      values: [customerId, done ?? null],
    });
    return rows;
  }

  async take(id: string): Promise<void> {
    const text = "UPDATE pgboss.job SET state = 'active' WHERE id = $1::uuid";
    await this.pool.query({ name: "take", text, values: [id] });
  }

  /** It waits for its retry. Of one key only one does. */
  async putBack(id: string): Promise<void> {
    const text = `
      WITH heir AS (
        SELECT 1 FROM pgboss.job AS other, pgboss.job AS own WHERE own.id = $1::uuid
          AND other.name = own.name AND other.singleton_key = own.singleton_key AND other.state = 'retry'
      ), gone AS (DELETE FROM pgboss.job WHERE id = $1::uuid AND EXISTS (SELECT 1 FROM heir))
      UPDATE pgboss.job SET state = 'retry' WHERE id = $1::uuid AND NOT EXISTS (SELECT 1 FROM heir)`;
    await this.pool.query({ name: "put back", text, values: [id] });
  }

  /** The waits of promised jobs are over. */
  async endWaits(): Promise<void> {
    await this.pool.query("UPDATE pgboss.job SET start_after = now() WHERE start_after > now()");
  }

  /** A vendor that said "too many" is left alone for seconds, and so are books in which a run has died; here nobody waits. */
  async endPauses(): Promise<void> {
    await this.pool.query("DELETE FROM rate_paces");
    await this.pool.query("DELETE FROM booking_turns");
  }

  /**
   * What is promised for later, if only by a second, is not due before the next day, or before it is promised for now: whether that
   * time has passed on the machine's clock would make a seed another life on a slower machine.
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

  /** An empty database: of a life before nothing is left but the migrations and the queues. */
  async forgetEverything(): Promise<void> {
    await this.settleWaits();
    const { rows } = await this.pool.query<{ name: string }>(`
      SELECT format('%I', tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`);
    await this.pool.query(`TRUNCATE ${rows.map(({ name }) => name).join(", ")}, pgboss.job`);
  }
}
