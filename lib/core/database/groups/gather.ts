import { AsyncLocalStorage } from "node:async_hooks";
import { atMost } from "@/lib/core/time/patience";

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  /** Runs code in the context of the caller: tenant scope, trace and log. */
  inContext: <T>(run: () => T) => T;
}

/** After this time the next group starts, so that one that waits for a lock or a broken connection holds up no others. */
const PATIENCE_MS = 1_000;

const everyKeys = new Set<{ clear: () => void }>();

/** Forgets all groups, as in a process that has just started. */
export function forgetGroups(): void {
  for (const keys of everyKeys) keys.clear();
}

/**
 * Returns a function that gathers calls of one key: those of one turn of the event loop, and those that come while a
 * group of the key runs. Each group runs as one call of `run`, so that under load one statement or transaction serves
 * several callers. A single call does not wait.
 * A group that fails is run again one by one, so that one caller's error does not concern the others, unless
 * `isRepeatable` is false: then all get the error. A repeatable `run` must be atomic, and say the same when it has in fact
 * succeeded before. All callers of a key must have the same tenant scope. A group runs in the context of its first caller.
 *
 * @param run returns a result for each item, in the same order
 */
export function gathered<Item, Result>(
  run: (key: string, items: Item[]) => Promise<Result[]>,
  { mostAtOnce = 50, isRepeatable = true }: { mostAtOnce?: number; isRepeatable?: boolean } = {},
): (key: string, item: Item) => Promise<Result> {
  const keys = new Map<string, Waiting<Item, Result>[]>();
  everyKeys.add(keys);

  async function runGroup(key: string, group: Waiting<Item, Result>[]): Promise<void> {
    const [first] = group;
    if (!first) return;
    const items = group.map(({ item }) => item);
    try {
      const results = await first.inContext(() => run(key, items));
      for (const [index, one] of group.entries()) one.resolve(results[index] as Result);
    } catch (error) {
      if (group.length > 1 && isRepeatable) for (const one of group) await runGroup(key, [one]);
      else for (const one of group) one.reject(error);
    }
  }

  async function runAll(key: string, waiting: Waiting<Item, Result>[]): Promise<void> {
    while (waiting.length > 0) await atMost(runGroup(key, waiting.splice(0, mostAtOnce)), PATIENCE_MS);
    if (keys.get(key) === waiting) keys.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const one = { item, resolve, reject, inContext: AsyncLocalStorage.snapshot() };
      const known = keys.get(key);
      if (known) {
        known.push(one);
        return;
      }
      const waiting = [one];
      keys.set(key, waiting);
      setImmediate(() => void runAll(key, waiting));
    });
}
