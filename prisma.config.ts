import { defineConfig } from "prisma/config";

// The URL may be absent: `prisma generate` needs none, and the demo and the tests set it for the server they start.
export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations", seed: "tsx prisma/seed/demo.ts" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
