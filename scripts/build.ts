import { build } from "./build-once";

/** `npm run build`: builds web process, worker and commands for production, in `.next` and `dist`. */
try {
  await build({});
  console.log("built: web in .next, its program, worker and commands in dist");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
