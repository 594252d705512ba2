import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const INTERRUPTED = 130;

/**
 * Lays a file into a folder of its own in `app/` while `measure` runs, and takes it away however that ends: whatever is
 * built then would serve it. `.gitignore` knows the folder, for the sake of a bench that was killed.
 */
export async function withRoute<T>(file: string, source: string, measure: () => Promise<T>): Promise<T> {
  const folder = dirname(file);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const leave = () => process.exit(INTERRUPTED);
  process.once("exit", remove);
  for (const signal of SIGNALS) process.once(signal, leave);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, source);
    return await measure();
  } finally {
    for (const signal of SIGNALS) process.off(signal, leave);
    process.off("exit", remove);
    remove();
  }
}
