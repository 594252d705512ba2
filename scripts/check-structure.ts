import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { capabilitiesOf } from "../lib/providers/accounting/systems";
import { ACCOUNTING_SYSTEMS, FILE_BASED_SYSTEMS, VENDOR_NAMES } from "../lib/vendors/types";
import { folderProblems } from "./structure/folders";
import { importsOf } from "./structure/imports";
import { domainProblem, layerOf } from "./structure/layers";
import { purityProblems } from "./structure/purity";
import { vendorProblems } from "./structure/vendor-calls";

/**
 * Checks rules that the compiler cannot (ARCHITECTURE.md, "Layers"): which layer may import which, the file names of a
 * domain folder, what loaders and rules may import, where the environment may be read, and the length of files.
 */

/** Allowed names of files in a domain folder: a word of this list, or `<topic>-<word>`. */
const VOCABULARY = [
  "schema",
  "types",
  "rules",
  "data",
  "mutations",
  "provider",
  "loaders",
  "actions",
  "jobs",
  "access",
  "rendering",
];
/**
 * Matches an accounting system by its name, its pages or its own code. Built from the registry, so that a new system is
 * matched, too.
 */
const SYSTEMS_BY_NAME = new RegExp(
  [
    `\\b(?:${ACCOUNTING_SYSTEMS.join("|")})\\b`,
    ...ACCOUNTING_SYSTEMS.map((type) => `["'\`][^"'\`\n]*\\b${VENDOR_NAMES[type]}\\b`),
    ...FILE_BASED_SYSTEMS.map((type) => capabilitiesOf(type).page),
    `providers/accounting/(?:${folders("lib/providers/accounting").join("|")})/`,
  ].join("|"),
);
/**
 * Where an accounting system may be named above the port: in files about that system alone, whose path contains its
 * name. All other code asks for capabilities.
 */
const NAMES_SYSTEMS = [
  /lexoffice|sevdesk|datev|e-invoice/,
  /^components\/faq\/tour-pictures\.tsx$/,
  // The addresses of every vendor, their names in traces, and the documented paths.
  /^lib\/core\/(env|web\/http-client)\.ts$/,
  /^app\/api\/v1\/routes\.ts$/,
];
/** The files with cross-tenant queries (decision 027). A new one needs a decision. */
const ACROSS = [
  "app/api/metrics/route.ts",
  "lib/privacy/closing/provider.ts",
  "lib/accounts/profile/data.ts",
  "lib/accounts/address/change-mutations.ts",
  "lib/accounts/address/link-mutations.ts",
  "lib/accounts/address/mutations.ts",
  "lib/accounts/password/mutations.ts",
  "lib/accounts/profile/mutations.ts",
  "lib/accounts/sign-in/attempt-access.ts",
  "lib/accounts/sign-in/access.ts",
  "lib/accounts/team/data.ts",
  "lib/accounts/team/mutations.ts",
  "lib/auth/factors/fresh-proof.ts",
  "lib/auth/keys/api-keys.ts",
  "lib/auth/notification-token.ts",
  "lib/auth/payer-scope.ts",
  "lib/connections/pace/check-data.ts",
  "lib/core/database/page-reading.ts",
  "lib/core/tenants/scoped-loaders.ts",
  "lib/core/tenants/tenant-scope.ts",
  "lib/datev/account/data.ts",
  "lib/http/action.ts",
  "lib/http/route.ts",
  "lib/inbox/group-commit.ts",
  "lib/jobs/runner.ts",
  "lib/operations/actions.ts",
  "lib/operations/parts/data.ts",
  "lib/operations/parts/mutations.ts",
  "lib/operations/status/data.ts",
  "lib/operations/trail/data.ts",
];
/** The files with statements on the tables of pg-boss, which are no interface of it. */
const QUEUE_TABLES = ["lib/jobs/tables.ts", "lib/jobs/queue-access.ts"];
const FORBIDDEN_NAMES = /(^|[-/])(utils?|helpers?|common|services?|misc)(\.\w+)+$/;
const MAX_LINES = 300;
const DAY_MS = 24 * 3_600_000;

const problems: string[] = [];
const files = [
  "app",
  "components",
  "lib",
  "prisma/seed",
  "sandbox",
  "scripts",
  "bench",
  "e2e",
  "test",
  "soak",
  "weaken",
]
  .flatMap(walk)
  .concat("web.ts", "worker.ts", "worker-jobs.ts", "e-invoice-reader.ts", "middleware.ts", "instrumentation.ts");

for (const file of files) checkFile(file);
problems.push(...folderProblems(files));
for (const name of readdirSync("prisma/migrations")) checkDate(name);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`structure: ${files.length} files hold the rules`);

function walk(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const path = join(folder, name);
    if (path === "lib/core/prisma") return [];
    if (statSync(path).isDirectory()) return walk(path);
    return /\.(ts|tsx|mts|mjs)$/.test(name) ? [path] : [];
  });
}

function checkFile(file: string): void {
  const text = readFileSync(file, "utf8");
  const lines = text.split("\n").length;
  if (lines > MAX_LINES) problems.push(`${file}: ${lines} lines, at most ${MAX_LINES}`);
  if (FORBIDDEN_NAMES.test(file)) problems.push(`${file}: a name that says nothing`);
  checkVocabulary(file);
  const isTest = /\.test\.tsx?$/.test(file);
  const readsEnvironment = /process\.env\b/.test(text);
  if (readsEnvironment && /^(app|components|lib)\//.test(file) && file !== "lib/core/env.ts" && !isTest) {
    problems.push(`${file}: reads process.env; only lib/core/env.ts may`);
  }
  if (/^(app|lib)\//.test(file) && !isTest && !ACROSS.includes(file) && /\b(crossTenant|withTenantScope)\b/.test(text))
    problems.push(`${file}: asks across suppliers and is not among the places that may`);
  if (/\bpgboss\./.test(text) && /^(app|components|lib)\//.test(file) && !QUEUE_TABLES.includes(file) && !isTest)
    problems.push(`${file}: reads or writes tables of pg-boss; lib/jobs/tables.ts does that`);
  if (/^\s+"use server"/m.test(text) && /^(app|components|lib)\//.test(file))
    problems.push(
      `${file}: an action inside a function; its values would be encrypted with a public key (next.config.mjs)`,
    );
  const takesBareRouter = /\buseRouter\b[^;]*from "next\/navigation"/.test(text);
  if (takesBareRouter && file !== "components/ui/use-router.ts")
    problems.push(`${file}: steps without a look at the network; components/ui/use-router.ts has one`);
  if (!isTest) checkImports(file, text);
  problems.push(...purityProblems(file, withoutComments(text)).map((problem) => `${file}: ${problem}`));
  const isAbovePort = /^(app|components|lib)\//.test(file) && !file.startsWith("lib/providers/") && !isTest;
  if (isAbovePort && SYSTEMS_BY_NAME.test(withoutComments(text)) && !NAMES_SYSTEMS.some((path) => path.test(file)))
    problems.push(`${file}: names a system of books; ask its capabilities (docs/decisions/019)`);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

function folders(path: string): string[] {
  return readdirSync(path).filter((name) => statSync(join(path, name)).isDirectory());
}

/** Checks that a domain folder uses the fixed vocabulary, so that all folders look alike. */
function checkVocabulary(file: string): void {
  const match = /^lib\/[\w-]+\/(?:[\w-]+\/)*([\w.-]+)\.tsx?$/.exec(file);
  if (!match || layerOf(file)?.name !== "domain") return;
  const stem = (match[1] ?? "").replace(/(\.db|\.contract)?\.test$/, "");
  const word = stem.split("-").at(-1) ?? "";
  if (!VOCABULARY.includes(word) && !/\.test\.tsx?$/.test(file))
    problems.push(`${file}: "${word}" is not in the vocabulary of a domain folder`);
}

function checkImports(file: string, text: string): void {
  for (const problem of vendorProblems(file, text)) problems.push(`${file}: ${problem}`);
  const layer = layerOf(file);
  if (!layer || layer.mayImport === "all") return;
  for (const path of importsOf(file, text)) {
    const other = layerOf(path.includes("/") ? path : `${path}.ts`);
    const problem = domainProblem(file, path);
    if (problem) problems.push(`${file}: ${problem}`);
    if (!other || other.name === layer.name || layer.mayImport.includes(other.name)) checkClient(file, text, path);
    else problems.push(`${file}: ${layer.name} must not import ${other.name} (${path})`);
  }
}

/**
 * Refuses a migration dated in the future: migrations are applied by date, so it would run after migrations written
 * before that date.
 */
function checkDate(migration: string): void {
  // A fast clock, or local time in place of UTC, is tolerated.
  const latest = new Date(Date.now() + DAY_MS).toISOString().replace(/\D/g, "").slice(0, 14);
  const date = /^\d{14}(?=_)/.exec(migration)?.[0];
  if (date && date > latest)
    problems.push(`prisma/migrations/${migration}: dated later than now; name it by the time it is made at, in UTC`);
}

/**
 * Refuses imports that would bring the database into the browser: only types, rules, schemas and actions are allowed
 * there.
 */
function checkClient(file: string, text: string, path: string): void {
  const isClient = /^\s*"use client"/.test(text);
  const word = path.split("/").at(-1)?.split("-").at(-1) ?? "";
  const isDomain = layerOf(`${path}.ts`)?.name === "domain";
  const reachesData = isDomain && ["data", "mutations", "provider", "jobs", "access"].includes(word);
  const isComponent = file.startsWith("components/");
  if (reachesData && (isClient || isComponent)) problems.push(`${file}: must not import ${path}`);
  if (isClient && isDomain && word === "loaders" && !new RegExp(`import type[^;]+${word}"`).test(text))
    problems.push(`${file}: a client file imports ${path}`);
}
