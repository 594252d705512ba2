import { defineConfig } from "prisma/config";

// The URL may be missing: `prisma generate` needs none, and demo and tests set it for the server they start.
export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations", seed: "tsx prisma/seed/demo.ts" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
