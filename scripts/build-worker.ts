import { rmSync } from "node:fs";
import { build, type Plugin } from "esbuild";

/** Next.js knows requests, a worker has none; and Node.js would end at its start, because it does not find `next/headers`. */
const withoutRequests: Plugin = {
  name: "without requests",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^next\/(headers|cache|navigation|server)$/ }, ({ path, importer }) => ({
      errors: [{ text: `${importer} imports ${path}: the worker cannot` }],
    })),
};

/**
 * The last part of `npm run build`: the worker as plain JavaScript in `dist`, so that one that was killed is back
 * before its jobs are missed (docs/decisions/029). What is loaded late stays in files of its own; packages stay where
 * they are.
 */
rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: ["worker.ts"],
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
