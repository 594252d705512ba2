import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const DB_AND_CONTRACT = ["**/*.db.test.ts", "**/*.contract.test.ts"];

/**
 * The first three tiers of tests (design, section 10): `unit` is pure, `db` runs on a real PostgreSQL, `contract` holds
 * the adapters against the vendor twins, and `sandbox` keeps the twins themselves honest.
 */
export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: { "@": root } },
        test: {
          name: "unit",
          include: ["lib/**/*.test.ts", "app/**/*.test.ts", "components/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: DB_AND_CONTRACT,
          setupFiles: ["test/environment.ts", "test/strict-console.ts"],
        },
      },
      {
        resolve: { alias: { "@": root } },
        test: {
          name: "db",
          include: ["lib/**/*.db.test.ts"],
          globalSetup: ["test/postgres.ts"],
          setupFiles: ["test/environment.ts", "test/strict-console.ts", "test/database.ts"],
        },
      },
      {
        resolve: { alias: { "@": root } },
        test: {
          name: "contract",
          include: ["lib/**/*.contract.test.ts", "soak/**/*.contract.test.ts"],
          globalSetup: ["test/postgres.ts"],
          setupFiles: ["test/environment.ts", "test/strict-console.ts", "test/database.ts"],
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias: { "@": root } },
        test: {
          name: "sandbox",
          include: ["sandbox/**/*.test.ts"],
          setupFiles: ["test/strict-console.ts"],
          testTimeout: 15_000,
        },
      },
    ],
  },
});
