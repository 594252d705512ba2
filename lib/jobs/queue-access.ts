import type { Client } from "pg";
import { jobs } from "./catalogue";

/**
 * What a supplier's requests and jobs need in order to enqueue jobs. All other tables of pg-boss are closed to them.
 */
const GRANTS: Record<string, string> = {
  job: "SELECT, INSERT, UPDATE",
  job_common: "SELECT, INSERT, UPDATE",
  queue: "SELECT",
};
/** Tables with row-level security, because payloads name other suppliers and people's addresses. */
const JOB_TABLES = ["job", "job_common"];
/** A mail's job carries only the mail's id. */
const OF_SUPPLIER = `data->>'customerId' = current_setting('einzug.customer', true) OR name = '${jobs.sendMail.name}'`;

interface Access {
  name: string;
  verbs: string[];
  isWalled: boolean;
  policy: string | null;
}

/**
 * Grants the suppliers' database role what it needs in the schema of pg-boss, and revokes the rest.
 * pg-boss creates its tables when it starts, and a new version may create more, so this follows each start. It changes
 * nothing if all is as it should be.
 *
 * @param client inside a transaction
 */
export async function openToSuppliers(client: Client): Promise<void> {
  // Locks before the check: if two processes start at the same time, the second finds everything as it should be.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('einzug.open-to-suppliers'))");
  const { rows } = await client.query<Access>(`
    SELECT c.relname AS name, c.relrowsecurity AS "isWalled",
      ARRAY(
        SELECT a.privilege_type::text FROM aclexplode(c.relacl) a
        WHERE a.grantee IN ('einzug_supplier'::regrole, 0) ORDER BY 1
      ) AS verbs,
      (SELECT pg_get_expr(p.polqual, p.polrelid) FROM pg_policy p WHERE p.polrelid = c.oid) AS policy
    FROM pg_class c WHERE c.relnamespace = 'pgboss'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')`);
  if (rows.every(isAsItShouldBe)) return;
  await client.query("GRANT USAGE ON SCHEMA pgboss TO einzug_supplier");
  await client.query("REVOKE ALL ON ALL TABLES IN SCHEMA pgboss FROM PUBLIC, einzug_supplier");
  await client.query("REVOKE ALL ON ALL SEQUENCES IN SCHEMA pgboss FROM PUBLIC, einzug_supplier");
  await client.query("REVOKE ALL ON ALL FUNCTIONS IN SCHEMA pgboss FROM PUBLIC, einzug_supplier");
  // The clock of pg-boss, which every insert calls.
  await client.query("GRANT EXECUTE ON FUNCTION pgboss.job_now() TO einzug_supplier");
  for (const [name, verbs] of Object.entries(GRANTS))
    await client.query(`GRANT ${verbs} ON pgboss.${name} TO einzug_supplier`);
  for (const name of JOB_TABLES) {
    await client.query(`ALTER TABLE pgboss.${name} ENABLE ROW LEVEL SECURITY`);
    await client.query(`DROP POLICY IF EXISTS of_supplier ON pgboss.${name}`);
    await client.query(`CREATE POLICY of_supplier ON pgboss.${name} TO einzug_supplier USING (${OF_SUPPLIER})`);
  }
}

function isAsItShouldBe({ name, verbs, isWalled, policy }: Access): boolean {
  const wanted = GRANTS[name]?.split(", ").sort() ?? [];
  if (verbs.join() !== wanted.join()) return false;
  return !JOB_TABLES.includes(name) || (isWalled && !!policy?.includes(`'${jobs.sendMail.name}'`));
}
