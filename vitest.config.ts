import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
/** Limits, not waits: a busy machine may take long, a working one never gets there. */
const LIMITS = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
const DB_AND_CONTRACT = ["**/*.db.test.ts", "**/*.contract.test.ts"];
/**
 * Pure files that need a process of their own: they mock a module, or start from an environment of their own, as the proofs do
 * that bring their own twins.
 */
const UNIT_APART = [
  "soak/**/*.test.ts",
  "components/password/fields.test.ts",
  "lib/http/download.test.ts",
  "lib/http/refusals.test.ts",
  "lib/legal/loaders.test.ts",
  "lib/mandates/payer-access.test.ts",
];
const UNIT_SETUP = ["test/environment.ts", "test/strict-console.ts"];
/**
 * Files on PostgreSQL that need a process of their own: they mock a module, set a variable before the product reads
 * it, or start a worker, which looks after the queue as long as its process lives.
 * All others of the project `db` share one process per worker, which loads the product once.
 */
const APART = [
  "lib/accounts/guesses-in-session.db.test.ts",
  "lib/accounts/link-mutations.db.test.ts",
  "lib/accounts/sign-in-access.db.test.ts",
  "lib/core/supplier-wall.db.test.ts",
  "lib/jobs/runner.db.test.ts",
  "lib/payouts/bounce-mutations.db.test.ts",
  "lib/payouts/foreign-currency.db.test.ts",
  "lib/payouts/mutations.db.test.ts",
  "lib/payouts/states.db.test.ts",
];
/**
 * Files of the contract tier that need one, too: for the same reasons, or because their twins are others than the
 * shared ones, or because they leave a call of a vendor's client behind that it repeats much later.
 */
const CONTRACT_APART = [
  "lib/collections/cut-off.contract.test.ts",
  "lib/connections/fourth-books.contract.test.ts",
  "lib/events/traces.contract.test.ts",
  "lib/notices/mail-states.contract.test.ts",
  "lib/providers/payments/gocardless/payments.contract.test.ts",
  "lib/subscriptions/order-mutations.contract.test.ts",
  "soak/calls.contract.test.ts",
  "soak/lives/simulation.contract.test.ts",
];
const ON_POSTGRES = {
  globalSetup: ["test/postgres.ts"],
  setupFiles: ["test/environment.ts", "test/strict-console.ts", "test/database.ts"],
};

/**
 * Code of the browser's half has only calls in the place of a module of server actions, so tests of components load nothing of
 * the server. They get a fake for each action; `vi.mocked(saveAction).mockResolvedValue(…)` gives its answer, in the action's
 * own types. An action that is called without an answer fails the test by its complaint on the console.
 */
function fakesOfServerActions(code: string): string | undefined {
  if (!code.startsWith('"use server";')) return undefined;
  const names = [...code.matchAll(/^export (?:const|async function) (\w+)/gm)].map(([, name]) => name);
  const unanswered = `async (name) => {
    console.error(name + " was called, and the test has no answer for it");
    throw new Error(name);
  }`;
  return [
    'import { vi } from "vitest";',
    `const unanswered = ${unanswered};`,
    ...names.map((name) => `export const ${name} = vi.fn(() => unanswered("${name}"));`),
  ].join("\n");
}

/**
 * The first three tiers of tests (design, section 10): `unit` is pure, `components` renders components in jsdom,
 * `db` runs on a real PostgreSQL, `contract` holds the adapters against the vendor twins, and `sandbox` keeps the twins
 * themselves honest.
 */
export default defineConfig({
  test: {
    // Files are independent of each other; what stands still in one, for an answer or a lock, is time for another.
    maxWorkers: "100%",
    projects: [
      {
        resolve: { alias: { "@": root } },
        test: {
          name: "unit",
          ...LIMITS,
          isolate: false,
          include: ["lib", "app", "components", "bench", "test", "weaken"].map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...DB_AND_CONTRACT, ...UNIT_APART],
          setupFiles: UNIT_SETUP,
        },
      },
      {
        resolve: { alias: { "@": root } },
        test: {
          name: "unit-apart",
          ...LIMITS,
          include: UNIT_APART,
          exclude: DB_AND_CONTRACT,
          setupFiles: UNIT_SETUP,
        },
      },
      {
        resolve: { alias: { "@": root, "next/navigation": `${root}test/navigation.ts` } },
        plugins: [{ name: "fake-server-actions", enforce: "pre", transform: fakesOfServerActions }],
        test: {
          name: "components",
          ...LIMITS,
          environment: "jsdom",
          // Files share what they load: nothing in them mocks a module of its own.
          isolate: false,
          mockReset: true,
          unstubGlobals: true,
          include: ["components/**/*.test.tsx"],
          setupFiles: ["test/environment.ts", "test/strict-console.ts", "test/browser.ts"],
        },
      },
      {
        resolve: { alias: { "@": root } },
        test: {
          name: "db",
          ...LIMITS,
          ...ON_POSTGRES,
          isolate: false,
          include: ["lib/**/*.db.test.ts"],
          exclude: APART,
        },
      },
      {
        resolve: { alias: { "@": root } },
        test: { name: "db-apart", ...LIMITS, ...ON_POSTGRES, include: APART },
      },
      {
        resolve: { alias: { "@": root } },
        test: {
          name: "contract",
          ...LIMITS,
          ...ON_POSTGRES,
          isolate: false,
          include: ["lib/**/*.contract.test.ts"],
          exclude: CONTRACT_APART,
        },
      },
      {
        resolve: { alias: { "@": root } },
        test: { name: "contract-apart", ...LIMITS, ...ON_POSTGRES, include: CONTRACT_APART },
      },
      {
        resolve: { alias: { "@": root } },
        test: { name: "restores", ...LIMITS, ...ON_POSTGRES, include: ["soak/restores/**/*.contract.test.ts"] },
      },
      {
        resolve: { alias: { "@": root } },
        test: {
          name: "sandbox",
          ...LIMITS,
          isolate: false,
          include: ["sandbox/**/*.test.ts"],
          setupFiles: ["test/strict-console.ts"],
        },
      },
    ],
  },
});
