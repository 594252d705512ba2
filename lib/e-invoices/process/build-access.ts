import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Bundles the reader's process from the sources, for tests, scripts and the demo with reload, and returns its path.
 * The usual loader of TypeScript would need more memory for the library of PDFs than the process may have.
 */
export async function buildReader(root: string): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(root, "e-invoice-reader.ts")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "silent",
  });
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  const folder = join(root, "node_modules/.cache/e-invoice-reader");
  const path = join(folder, `${createHash("sha1").update(contents).digest("hex")}.mjs`);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  // Several processes may do this at the same time; none may start a half-written file.
  await writeFile(`${path}.${process.pid}`, contents);
  await rename(`${path}.${process.pid}`, path);
  return path;
}
