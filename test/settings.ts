import { env } from "@/lib/core/env";

type Settings = ReturnType<typeof env>;

/**
 * Sets variables of this process, which other test files share.
 *
 * @returns a function that restores former values and removes new variables
 */
export function changeSettings(changes: Partial<Settings>): () => void {
  const settings: Partial<Settings> = env();
  const before = { ...settings };
  Object.assign(settings, changes);
  return () => {
    for (const name of Object.keys(changes) as (keyof Settings)[]) if (!(name in before)) delete settings[name];
    Object.assign(settings, before);
  };
}
