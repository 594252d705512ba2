import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { type Stack, startStack } from "../scripts/stack";

/**
 * Runs a measurement against a new stack without demo data, and ends the stack. Ports by PORT and SANDBOX_PORT.
 *
 * @param options `prepare` gets the empty data folder before anything is started; with `countsStatements` the database
 * has the extension pg_stat_statements
 */
export async function withStack<T>(
  name: string,
  measure: (stack: Stack, places: { app: string; desk: string }) => Promise<T>,
  { prepare, countsStatements }: { prepare?: (dataDir: string) => void; countsStatements?: boolean } = {},
): Promise<T> {
  const ports = { web: Number(process.env.PORT ?? 3400), desk: Number(process.env.SANDBOX_PORT ?? 4400) };
  const dataDir = resolve(`.data/bench-${name}`);
  rmSync(dataDir, { recursive: true, force: true });
  prepare?.(dataDir);
  const onStep = (step: string) => console.log(`· ${step}`);
  const stack = await startStack({ ports, dataDir, data: "none", countsStatements, onStep });
  try {
    // Code that creates rows from here reads the product's own environment.
    Object.assign(process.env, stack.env, { LOG_LEVEL: "silent", EINZUG_PROCESS: "bench" });
    return await measure(stack, { app: `http://localhost:${ports.web}`, desk: `http://127.0.0.1:${ports.desk}` });
  } finally {
    await stack.stop();
  }
}
