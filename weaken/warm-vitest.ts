import { resolve } from "node:path";
import { createVitest } from "vitest/node";

/**
 * An order to a vitest process in the copy; there is one process per tier, and it answers each order with the results
 * of the named tests. A process that keeps running has every file compiled except the weakened one, so an order takes
 * little longer than its test.
 */
export interface Order {
  /** The product's files that have changed since the last order. */
  changed: string[];
  files: string[];
  /** Source of the pattern for the titles to run. */
  titles: string;
}

export interface Outcome {
  title: string;
  state: "passed" | "failed" | "other";
  /** Names and messages of the errors, each with those of its causes. */
  errors: { name: string; message: string }[];
}

export type Answer = { outcomes: Outcome[]; failures: string[] };

interface Caught {
  name?: string;
  message?: string;
  cause?: unknown;
}

const [, , tier = ""] = process.argv;
const vitest = await createVitest("test", {
  watch: false,
  // Files that need a process of their own belong to a separate project.
  project: [tier, `${tier}-apart`],
  reporters: [{}],
});
await vitest.globTestSpecifications();

process.on("message", async (order: Order) => {
  const answer = await work(order).catch((error: unknown) => ({ outcomes: [], failures: [String(error)] }));
  process.send?.(answer);
});
process.once("disconnect", () => void vitest.close().finally(() => process.exit()));
process.send?.("ready");

async function work({ changed, files, titles }: Order): Promise<Answer> {
  for (const file of changed) vitest.invalidateFile(resolve(file));
  vitest.setGlobalTestNamePattern(new RegExp(titles, "s"));
  const specifications = files.flatMap((file) => vitest.getModuleSpecifications(resolve(file)));
  const { testModules: all, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // Vitest also returns modules of earlier runs, with their former results.
  const testModules = all.filter(({ moduleId }) => specifications.some((one) => one.moduleId === moduleId));
  const tests = testModules.flatMap((module) => [...module.children.allTests()]);
  const outcomes = tests.map((test) => {
    const { state, errors = [] } = test.result();
    return {
      title: test.fullName.replaceAll(" > ", " "),
      state: state === "passed" || state === "failed" ? state : ("other" as const),
      errors: errors.flatMap(withCauses),
    };
  });
  const failures = testModules.flatMap((module) => module.errors()).concat(unhandledErrors as never[]);
  return { outcomes, failures: failures.map((failure) => String((failure as Caught).message)) };
}

function withCauses(error: unknown): { name: string; message: string }[] {
  if (typeof error !== "object" || error === null) return [];
  const { name = "", message = "", cause } = error as Caught;
  return [{ name, message: message.slice(0, 300) }, ...withCauses(cause)];
}
