import { rmSync } from "node:fs";
import { build, type Plugin } from "esbuild";

/**
 * Refuses Next.js modules that need a request: a worker has none, and Node.js would fail at start because it cannot
 * resolve `next/headers`.
 */
const withoutRequests: Plugin = {
  name: "without requests",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^next\/(headers|cache|navigation|server)$/ }, ({ path, importer }) => ({
      errors: [{ text: `${importer} imports ${path}: the worker cannot` }],
    })),
};

/**
 * A part of `npm run build`: bundles web's own program, the worker and the operators' commands as plain JavaScript in
 * `dist`. A killed worker then restarts before its jobs are missed (docs/decisions/029), and production needs no compiler.
 * Lazily loaded code stays in separate files, and packages are not bundled.
 */
const COMMANDS = ["db-deploy", "after-restore", "operators", "dead-letters", "datev", "e-invoices", "rotate-keys"];
rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: [
    ...["web.ts", "worker.ts", "e-invoice-reader.ts"].map((file) => ({ in: file, out: file.replace(".ts", "") })),
    ...COMMANDS.map((name) => ({ in: `scripts/${name}.ts`, out: name })),
  ],
  outdir: "dist",
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  plugins: [withoutRequests],
  // Stack traces name the sources (`--enable-source-maps`).
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
});
