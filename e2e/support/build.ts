import { readFileSync } from "node:fs";

/** Reads the addresses and server actions from Next.js' own manifests of the build, so that none is missing. */
const BUILD = ".next";

export type Access = "public" | "reader" | "member" | "owner";

/** Returns the paths of pages and route handlers, with parameters in brackets. */
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

/** Returns every server action of the build, with a page to which it can be posted. */
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

/** Returns the declared access, read from the source text, because only Next.js can load these modules. */
export function accessOf({ file, name }: ActionOfBuild): Access {
  const declared = new RegExp(`export const ${name} = action\\(\\{\\s+(?://.*\\s+)*access: "(\\w+)"`).exec(
    readFileSync(file, "utf8"),
  );
  return (declared?.[1] as Access | undefined) ?? "public";
}
