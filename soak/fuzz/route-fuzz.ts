import { readFileSync } from "node:fs";
import { Luck } from "./luck";
import { faultsOf, forbidden } from "./schema-faults";
import { allowed, NASTY, type Schema } from "./schema-values";
import { encoded, strangeBody, strangeHead, strangeQuery } from "./strange-input";
import { otherShots } from "./undescribed-fuzz";

/** The web process under test, and the identities it is called with. */
export interface FuzzTarget {
  app: string;
  /** Folder of the production build, in which Next.js lists its routes. */
  build: string;
  /** Headers of an API user with every permission, in an open session. */
  credentials: () => Promise<Record<string, string>>;
  /** The same user in a browser. */
  cookies: () => Promise<Record<string, string>>;
  /** Existing ids, by the name of the parameter. */
  ids: Record<string, string[]>;
  /** Valid webhook signatures over a body. */
  signatures: Record<string, (body: string) => Record<string, string>>;
}

export interface FuzzReport {
  /** How many calls, pages and files were requested: everything the build serves. */
  routes: number;
  requests: number;
  statuses: Record<string, number>;
  /** Correctly signed webhooks that were stored, by vendor. */
  stored: Record<string, number>;
  /**
   * Answers with 500 or more, answers that show internals, forbidden input that was accepted, and redirects to foreign
   * sites.
   */
  serverErrors: string[];
  traces: string[];
  accepted: string[];
  elsewhere: string[];
  /**
   * Calls that got forbidden input, and how often the input itself was the reason of the refusal: not permissions or a
   * missing object.
   */
  refused: Record<string, number>;
}

export function emptyReport(): FuzzReport {
  return {
    ...{ routes: 0, requests: 0, statuses: {}, stored: {}, refused: {} },
    ...{ serverErrors: [], traces: [], accepted: [], elsewhere: [] },
  };
}

interface Operation {
  summary: string;
  parameters: { name: string; in: "path" | "query"; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
  /** What is forbidden about the request; it must then be refused. */
  fault?: string;
  /** The call of the API description that it targets. */
  call?: string;
  /** The vendor of a correctly signed webhook. */
  genuine?: string;
}

const INSIDES = /node_modules|\n\s+at .+:\d+|PrismaClient|prisma\.|SELECT .+ FROM |\.ts:\d+|\/lib\/core\//;
/** A page that fails after its head was sent has this in its body. */
const BROKEN_PAGE = /data-dgst="(?!NEXT_|BAILOUT|DYNAMIC)/;
const PARALLEL = 6;
/** Calls that break the preconditions of others come last. */
const LAST = /connections\/\{type\}|two-factor|users\/|change-password/;

/** @param options.only a single route without an API description; all routes if absent */
export async function fuzzRoutes(
  target: FuzzTarget,
  options: { seed: number; rounds: number; only?: string },
): Promise<FuzzReport> {
  const report = emptyReport();
  const served = servedBy(target.build);
  const luck = new Luck(options.seed);
  const described = options.only ? [] : await operationsOf(target);
  const calls = described.sort((a, b) => Number(LAST.test(a.path)) - Number(LAST.test(b.path)));
  for (const call of calls) {
    served.delete(`/api/v1${call.path.replaceAll(/\{(\w+)\}/g, "[$1]")}`);
    report.routes += 1;
    await fire(target, report, shotsAt(call, target, luck, options.rounds), await target.credentials());
  }
  for (const [path, isHandler] of served) {
    if (options.only && path !== options.only) continue;
    report.routes += 1;
    const shots = otherShots({ path, isHandler }, target, luck, options.rounds);
    await fire(target, report, shots, await target.cookies());
  }
  return report;
}

/**
 * Returns everything that the build serves, from Next.js' manifest, and whether it is a route handler; the others are
 * pages.
 */
function servedBy(build: string): Map<string, boolean> {
  const manifest = JSON.parse(readFileSync(`${build}/app-path-routes-manifest.json`, "utf8")) as Record<string, string>;
  const served = Object.entries(manifest).filter(([, path]) => !path.startsWith("/_"));
  return new Map(served.map(([module, path]) => [path, module.endsWith("/route")]));
}

interface Call {
  path: string;
  method: string;
  operation: Operation;
}

async function operationsOf({ app }: FuzzTarget): Promise<Call[]> {
  const document = (await (await fetch(`${app}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

function shotsAt(call: Call, target: FuzzTarget, luck: Luck, rounds: number): Shot[] {
  const shots: Shot[] = [];
  for (let round = 0; round < rounds; round += 1) {
    shots.push(aimed(call, target, luck));
    const broken = faulty(call, target, luck);
    if (broken) shots.push({ ...broken, call: `${call.method} ${call.path}` });
    shots.push(strange(call, target, luck));
  }
  return shots;
}

/** Returns a request that is valid by the description. */
function aimed({ path, method, operation }: Call, target: FuzzTarget, luck: Luck): Shot {
  const search = new URLSearchParams();
  for (const parameter of operation.parameters)
    if (parameter.in === "query" && (parameter.required || luck.of([true, false])))
      search.set(parameter.name, String(luck.one(allowed(parameter.schema))));
  const shot: Shot = { method, path: `/api/v1${withIds(path, target, luck)}`, headers: {} };
  if (search.size > 0) shot.path += `?${search}`;
  const content = operation.requestBody?.content;
  if (content?.["application/json"]) return asJson(shot, luck.one(allowed(content["application/json"].schema)));
  if (content?.["multipart/form-data"]) shot.body = formOf(luck);
  return shot;
}

/** Returns a request with one fault in its body or its query; undefined if nothing is forbidden. */
function faulty(call: Call, target: FuzzTarget, luck: Luck): Shot | undefined {
  const shot = aimed(call, target, luck);
  const { requestBody, parameters } = call.operation;
  const json = requestBody?.content["application/json"]?.schema;
  const faults = json && forbidden(json);
  const query = parameters
    .filter((one) => one.in === "query")
    .flatMap((one) => wrongWords(one.schema, luck).map((word) => ({ name: one.name, word })));
  if (faults && (query.length === 0 || luck.of([true, false]))) {
    const { value, how } = luck.one(faults);
    return { ...asJson(shot, value), fault: how };
  }
  if (query.length === 0) return undefined;
  const { name, word } = luck.of(query);
  const url = new URL(shot.path, "http://fuzz.example");
  url.searchParams.set(name, word);
  return { ...shot, path: url.pathname + url.search, fault: `query ${url.search.slice(0, 120)}` };
}

/** Returns values that a query field must refuse. An empty value counts as absent. */
function wrongWords(schema: Schema, luck: Luck): string[] {
  if (schema.type === "integer") return ["seven", "1.5", "-1", "99999999999999"];
  const words = faultsOf(schema).map((fault) => luck.one(fault).value);
  return words.filter((word) => typeof word === "string" && word !== "") as string[];
}

/** Returns a request with ids, query, headers or body that nobody expects. */
function strange(call: Call, target: FuzzTarget, luck: Luck): Shot {
  const shot = aimed(call, target, luck);
  switch (luck.of(["path", "query", "head", "body"])) {
    case "path":
      return { ...shot, path: `/api/v1${withIds(call.path, target, luck, true)}` };
    case "query":
      return { ...shot, path: `${shot.path.split("?")[0]}?${strangeQuery(queryNames(call.operation), luck)}` };
    case "head":
      return { ...shot, headers: { ...shot.headers, ...strangeHead(luck) } };
    default:
      return call.operation.requestBody ? strangeBody(shot, luck) : { ...shot, headers: strangeHead(luck) };
  }
}

function asJson(shot: Shot, value: unknown): Shot {
  return { ...shot, headers: { ...shot.headers, "content-type": "application/json" }, body: JSON.stringify(value) };
}

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function formOf(luck: Luck): FormData {
  const form = new FormData();
  const pixel = new Uint8Array(Buffer.from(PIXEL, "base64"));
  const bytes = luck.of<Uint8Array<ArrayBuffer>>([pixel, pixel.slice(0, 40), new Uint8Array(0)]);
  form.set("logo", new File([bytes], luck.of(["logo.png", "../../x.svg", ""]), { type: "image/png" }));
  form.set("file", new File([bytes], luck.of(["RE-1.xml", "../../x.zip", ""])));
  if (luck.of([true, false])) form.set("everywhere", luck.of(["true", "", ...NASTY.slice(0, 9)]));
  return form;
}

/** Fills in the path's ids: real ones, or texts that are not ids. */
function withIds(path: string, { ids }: FuzzTarget, luck: Luck, isStrange = false): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const known = ids[name] ?? ["unknown"];
    if (!isStrange) return encodeURIComponent(luck.of(known));
    const text = luck.of([...NASTY.filter((one) => one.length < 400), ...known, "%ff", "%ZZ"]);
    return /^%(ff|ZZ)$/.test(text) ? text : encoded(text);
  });
}

const queryNames = ({ parameters }: Operation) => parameters.filter((one) => one.in === "query").map((one) => one.name);

export async function fire(
  target: FuzzTarget,
  report: FuzzReport,
  shots: Shot[],
  who: Record<string, string>,
): Promise<void> {
  const waiting = [...shots];
  const one = async () => {
    for (let shot = waiting.shift(); shot; shot = waiting.shift()) await send(target, report, shot, who);
  };
  await Promise.all(Array.from({ length: PARALLEL }, one));
}

let addresses = 0;

async function send(target: FuzzTarget, report: FuzzReport, shot: Shot, who: Record<string, string>): Promise<void> {
  // Each request comes from another address, because rate limits are not tested here.
  addresses += 1;
  const address = `2001:db8:${(addresses >> 16).toString(16)}:${(addresses & 0xffff).toString(16)}::1`;
  const response = await fetch(target.app + shot.path, {
    method: shot.method,
    headers: { ...who, ...shot.headers, "x-forwarded-for": address },
    body: shot.method === "GET" ? undefined : shot.body,
    redirect: "manual",
  });
  const text = await response.text();
  const what = `${shot.method} ${shot.path.slice(0, 200)} ${response.status} ${shot.fault ?? ""}`;
  const about = `${what} ${String(shot.body ?? "").slice(0, 300)} -> ${text.slice(0, 200)}`;
  report.requests += 1;
  report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1;
  if (shot.genuine && response.status === 202) report.stored[shot.genuine] = (report.stored[shot.genuine] ?? 0) + 1;
  if (response.status >= 500 || BROKEN_PAGE.test(text)) report.serverErrors.push(about);
  if (response.status >= 400 && INSIDES.test(text)) report.traces.push(about);
  if (shot.fault && response.status < 400) report.accepted.push(about);
  if (shot.call)
    report.refused[shot.call] = (report.refused[shot.call] ?? 0) + (isForWhatItIs(response.status) ? 1 : 0);
  const to = response.headers.get("location");
  if (to && !isOurs(to, target)) report.elsewhere.push(`${about} to ${to}`);
}

const isForWhatItIs = (status: number): boolean => [400, 413, 415, 422].includes(status);

/** True for redirects to our own pages or to a vendor's sign-in; both run on this machine. */
function isOurs(location: string, { app }: FuzzTarget): boolean {
  return ["localhost", "127.0.0.1"].includes(new URL(location, app).hostname);
}
