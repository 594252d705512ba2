/** Layers by path, top to bottom. A file may import its own layer and those listed. */
const LAYERS: { name: string; path: RegExp; mayImport: string[] | "all" }[] = [
  {
    name: "app",
    path: /^app\//,
    mayImport: ["components", "ui", "domain", "inbox", "jobs", "providers", "http", "auth", "core", "messages"],
  },
  { name: "ui", path: /^components\/ui\//, mayImport: [] },
  { name: "components", path: /^components\//, mayImport: ["ui", "domain", "core", "messages"] },
  { name: "http", path: /^lib\/http\//, mayImport: ["auth", "core"] },
  { name: "auth", path: /^lib\/auth\//, mayImport: ["core"] },
  { name: "jobs", path: /^lib\/jobs\//, mayImport: ["auth", "core"] },
  { name: "inbox", path: /^lib\/inbox\//, mayImport: ["jobs", "providers", "auth", "core"] },
  { name: "providers", path: /^lib\/providers\//, mayImport: ["core"] },
  { name: "core", path: /^lib\/core\//, mayImport: ["messages"] },
  {
    name: "domain",
    path: /^lib\/[\w-]+\//,
    mayImport: ["inbox", "jobs", "providers", "http", "auth", "core", "messages"],
  },
  { name: "messages", path: /^messages\//, mayImport: [] },
  { name: "seed", path: /^prisma\/seed\//, mayImport: ["domain", "jobs", "auth", "core"] },
  { name: "sandbox", path: /^sandbox\//, mayImport: [] },
  { name: "worker", path: /^(web|worker(-jobs)?|e-invoice-reader)\.ts$/, mayImport: ["domain", "jobs", "core"] },
  { name: "entry", path: /^(middleware|instrumentation)\.ts$/, mayImport: ["http", "auth", "core"] },
  // Code around the product may import all of it, but the product may not import this code.
  { name: "around", path: /^(test|e2e|soak|weaken|bench|scripts)\//, mayImport: "all" },
];

/** Returns the layer of a file; undefined for files without rules about imports. */
export function layerOf(path: string): (typeof LAYERS)[number] | undefined {
  return LAYERS.find((layer) => layer.path.test(path));
}

/** The domains of lib from bottom to top. A domain imports those before it, and no other. */
const DOMAINS = [
  ...[
    "legal",
    "vendors",
    "statuses",
    "decision-queue",
    "outbox",
    "accounts",
    "subscriptions",
    "templates",
    "notices",
    "webhooks",
  ],
  ...["comparisons", "connections", "customers", "contacts", "mandates", "collections", "invoices", "payouts", "datev"],
  ...["e-invoices", "payers", "search", "activity", "notifications", "dashboard", "events", "reconciliation"],
  ...["privacy", "onboarding", "operations", "schedule"],
];

/** Returns why one file of a domain must not import another; undefined if it may. */
export function domainProblem(file: string, imported: string): string | undefined {
  const [own, other] = [domainOf(file), domainOf(imported)];
  if (own === undefined || other === undefined || own === other) return undefined;
  for (const name of [own, other])
    if (!DOMAINS.includes(name)) return `the domain ${name} has no place in the order (scripts/structure/layers.ts)`;
  if (DOMAINS.indexOf(other) < DOMAINS.indexOf(own)) return undefined;
  return `${own} is below ${other} and must not import it; move the code up, or what both need down`;
}

function domainOf(path: string): string | undefined {
  return layerOf(path)?.name === "domain" ? path.split("/")[1] : undefined;
}
