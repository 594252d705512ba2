import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const INTERRUPTED = 130;

/**
 * Puts a file into a new folder of `app/` while `measure` runs, and removes it however that ends, because every build
 * would serve it. `.gitignore` names the folder in case a bench is killed.
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
