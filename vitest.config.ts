import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
/** Limits, not waits: a busy machine may need long, a healthy one never reaches them. */
const LIMITS = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
const DB_AND_CONTRACT = ["**/*.db.test.ts", "**/*.contract.test.ts"];
/**
 * Unit tests that need their own process: they mock a module, or start with their own environment, as the tests in
 * `soak` do with their own twins.
 */
const UNIT_APART = [
  "soak/**/*.test.ts",
  "components/password/fields.test.ts",
  "lib/http/body/download.test.ts",
  "lib/http/refusals/refusals.test.ts",
  "lib/legal/loaders.test.ts",
  "lib/mandates/signing/access.test.ts",
];
const UNIT_SETUP = ["test/environment.ts", "test/strict-console.ts"];
/**
 * Tests on PostgreSQL that need their own process: they mock a module, set a variable before the product reads it, or
 * start a worker, which serves the queue until its process ends. All other files of the project `db` share one process
 * per Vitest worker, which loads the product once.
 */
const APART = [
  "lib/accounts/sign-in/guesses-in-session.db.test.ts",
  "lib/accounts/sign-in/link-mutations.db.test.ts",
  "lib/accounts/sign-in/access.db.test.ts",
  "lib/core/tenants/tenant-scope.db.test.ts",
  "lib/http/key-access.db.test.ts",
  "lib/e-invoices/mailbox/mutations.db.test.ts",
  "lib/jobs/runner.db.test.ts",
  "lib/payouts/record/bounce-provider.db.test.ts",
  "lib/payouts/record/foreign-currency.db.test.ts",
  "lib/payouts/record/mutations.db.test.ts",
  "lib/payouts/record/states.db.test.ts",
];
/**
 * Contract tests that need their own process: for the same reasons, or because they use other twins than the shared
 * ones. Some leave a pending call that a vendor's client repeats much later.
 */
const CONTRACT_APART = [
  "lib/collections/execution/cut-off.contract.test.ts",
  "lib/connections/provider/fourth-system.contract.test.ts",
  "lib/events/traces.contract.test.ts",
  "lib/notifications/mail/states.contract.test.ts",
  "lib/providers/payments/gocardless/resources/payments.contract.test.ts",
  "lib/subscriptions/orders/provider.contract.test.ts",
  "soak/calls.contract.test.ts",
  "soak/lives/simulation.contract.test.ts",
];
/** Contract tests that take minutes, which only `npm run test:all` runs. */
const LONG = ["soak/restores/**/*.contract.test.ts", "soak/lives/replay.contract.test.ts"];
const ON_POSTGRES = {
  globalSetup: ["test/postgres.ts"],
  setupFiles: ["test/environment.ts", "test/strict-console.ts", "test/database.ts"],
};

/**
 * Replaces a module of server actions by fakes, so that component tests load no server code. In the browser's bundle
 * such a module contains only calls to the server, too. `vi.mocked(saveAction).mockResolvedValue(…)` sets the answer of
 * an action, in the action's own types. Calling an action without an answer logs to the console, which fails the test.
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
 * The first three test tiers (design, section 10). `unit` and `components` are pure, the latter in jsdom; `db` runs on
 * a real PostgreSQL; `contract` tests the adapters against the vendor twins. `sandbox` tests the twins.
 */
export default defineConfig({
  test: {
    // Files are independent of each other: while one waits for an answer or a lock, another one runs.
    maxWorkers: "100%",
    // Projects share the compiled modules.
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve: { alias: { "@": root } },
        test: {
          name: "unit",
          ...LIMITS,
          isolate: false,
          include: ["lib", "app", "components", "bench", "test", "weaken", "scripts"].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
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
          // Files share the loaded modules, because no component test mocks a module.
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
          include: ["lib/**/*.db.test.ts", "scripts/**/*.db.test.ts"],
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
        test: { name: "long", ...LIMITS, ...ON_POSTGRES, include: LONG },
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
