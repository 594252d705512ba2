import { globSync } from "node:fs";
import { resolve } from "node:path";
import type { Guarded } from "@/lib/http/action";

/** The files of lib with server actions. */
export const ACTION_FILES = globSync("lib/**/*actions.ts").sort();

/** Returns the exports of such a file by name. Exports without a spec need no sign-in. */
export async function actionsIn(file: string): Promise<Record<string, Partial<Guarded>>> {
  return (await import(/* @vite-ignore */ resolve(file))) as Record<string, Partial<Guarded>>;
}
