import { deployMigrations } from "./migrations/deploy";

/** `npm run db:deploy`: applies the migrations that the database lacks. Web and worker may run meanwhile. */
const url = process.env.DATABASE_URL;
if (!url) {
  console.error("DATABASE_URL is not set.");
  process.exit(2);
}
try {
  const applied = await deployMigrations(url, { onStep: (step) => console.log(`· ${step}`) });
  console.log(applied.length > 0 ? `${applied.length} migrations applied` : "no migration is missing");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
