import { readFileSync } from "node:fs";

/** What the running build answers to, as Next.js writes it down: nothing is forgotten because nobody listed it. */
const BUILD = ".next";

export type Access = "public" | "reader" | "member" | "owner";

/** Pages and route handlers, with their parameters in brackets. */
export function addressesOfBuild(): string[] {
  const manifest = JSON.parse(readFileSync(`${BUILD}/app-path-routes-manifest.json`, "utf8")) as Record<string, string>;
  return Object.values(manifest);
}

export interface ActionOfBuild {
  id: string;
  name: string;
  file: string;
  page: string;
}

/** Every server action that the build answers to, and an address at which it can be posted. */
export function actionsOfBuild(): ActionOfBuild[] {
  const { node } = JSON.parse(readFileSync(`${BUILD}/server/server-reference-manifest.json`, "utf8")) as {
    node: Record<string, { exportedName: string; filename: string; workers: Record<string, unknown> }>;
  };
  return Object.entries(node).map(([id, { exportedName, filename, workers }]) => {
    const pages = Object.keys(workers).map((worker) => worker.replace(/^app|\/page$/g, "").replace(/\/\([\w]+\)/g, ""));
    const page = pages.find((one) => !one.includes("[") && !one.includes("_not-found")) ?? pages[0] ?? "/";
    return { id, name: exportedName, file: filename, page: page.replace(/\[\w+\]/g, "x") };
  });
}

/** As it is declared; the modules themselves can only be loaded by Next.js. */
export function accessOf({ file, name }: ActionOfBuild): Access {
  const declared = new RegExp(`export const ${name} = action\\(\\{\\s+(?://.*\\s+)*access: "(\\w+)"`).exec(
    readFileSync(file, "utf8"),
  );
  return (declared?.[1] as Access | undefined) ?? "public";
}
