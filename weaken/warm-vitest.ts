import { resolve } from "node:path";
import { createVitest } from "vitest/node";

/**
 * Runs in the copy, one process for each tier, and answers each order of its parent by what the named tests have given. A
 * process that stays keeps every compiled file but the weakened one, so that an order takes little more than its test.
 */
export interface Order {
  /** The file of the product that has changed since the last order. */
  changed: string[];
  files: string[];
  /** Source of the pattern that the titles to be run match. */
  titles: string;
}

export interface Outcome {
  title: string;
  state: "passed" | "failed" | "other";
  /** Names and messages of errors, each with those of its causes. */
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
  // The files that need a process of their own are a project of their own.
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
  // Vitest also returns the modules of earlier runs, as they were then.
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
