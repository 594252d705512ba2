import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import type { Stack } from "../scripts/stack";

/** The processes whose CPU time counts; the twins are not part of the product. */
export const MEASURED = ["worker", "web", "postgres"] as const;
/** The twins share the machine, so what they take limits the invoices a second. */
const TWINS = "sandbox";
type Measured = (typeof MEASURED)[number] | typeof TWINS;

export interface Work {
  /** CPU time in milliseconds. */
  cpu: Record<Measured, number>;
  statements: { text: string; calls: number; ms: number }[];
}

/**
 * Starts to measure what a stack works, which was started with `countsStatements`.
 *
 * @returns a function that returns the work since then
 */
export async function measureWork(stack: Stack): Promise<() => Promise<Work>> {
  const client = new pg.Client({ connectionString: stack.env.DATABASE_URL, application_name: "bench-work" });
  await client.connect();
  await client.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  await client.query("SELECT pg_stat_statements_reset()");
  const before = cpuOf(stack);
  return async () => {
    const after = cpuOf(stack);
    // Statements of one text that differ only in the length of a list count as one.
    const { rows } = await client.query<{ text: string; calls: number; ms: number }>(`
      SELECT regexp_replace(regexp_replace(query, '\\s+', ' ', 'g'), '\\$\\d+(, ?\\$\\d+)*', '$', 'g') AS text,
        sum(calls)::int AS calls, sum(total_exec_time)::float8 AS ms
      FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%' GROUP BY 1 ORDER BY 2 DESC`);
    await client.end();
    const cpu = { ...after };
    for (const name of [...MEASURED, TWINS] as const) cpu[name] -= before[name];
    return { cpu, statements: rows };
  };
}

/** Returns the statements and CPU time per invoice as text, with the most frequent statements. */
export function describeWork({ cpu, statements }: Work, invoices: number, top: number): string {
  const calls = statements.reduce((sum, row) => sum + row.calls, 0);
  const each = (sum: number) => (sum / invoices).toFixed(1);
  const lines = statements
    .slice(0, top)
    .map((row) => `  ${each(row.calls).padStart(6)} ${each(row.ms).padStart(6)} ms  ${row.text.slice(0, 150)}`);
  const parts = MEASURED.map((name) => `${name} ${each(cpu[name])}`).join(", ");
  return `${lines.join("\n")}
  statements per invoice       ${each(calls)}
  CPU per invoice              ${each(MEASURED.reduce((sum, name) => sum + cpu[name], 0))} ms (${parts})
  the twins' CPU beside it     ${each(cpu[TWINS])} ms`;
}

function cpuOf({ children }: Stack): Work["cpu"] {
  const { worker, web, postgres, sandbox } = children;
  return {
    worker: cpuOfTree(worker.pid),
    web: cpuOfTree(web.pid),
    postgres: postgres ? cpuOfTree(postgres.pid) : 0,
    [TWINS]: cpuOfTree(sandbox.pid),
  };
}

const TICKS = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Returns the CPU time of a process, its children that run, and those that have ended, in milliseconds. */
function cpuOfTree(root: number): number {
  const rows = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)));
  const inTree = new Set([root]);
  for (let size = 0; size !== inTree.size; ) {
    size = inTree.size;
    for (const { pid, parent } of rows) if (inTree.has(parent)) inTree.add(pid);
  }
  const ticks = rows.filter(({ pid }) => inTree.has(pid)).reduce((sum, row) => sum + row.ticks, 0);
  return (ticks * 1_000) / TICKS;
}

function readProcess(pid: number): { pid: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may contain spaces. Fields after it: state, parent, …, utime, stime, cutime, cstime.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ pid, parent: Number(fields[1]), ticks }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
