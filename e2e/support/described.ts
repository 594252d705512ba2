import type { BrowserContext, Response } from "@playwright/test";
import { allows } from "../../soak/fuzz/schema-match";
import type { Schema } from "../../soak/fuzz/schema-values";

/** The API description of the running product. */
interface Description {
  paths: Record<string, Record<string, { "x-error-codes": string[]; responses: Record<string, Described> }>>;
  components: { responses: Record<string, Described>; schemas: Record<string, Schema> };
}

interface Described {
  $ref?: string;
  content?: Record<string, { schema: Schema & { $ref?: string } }>;
}

let description: Promise<Description> | undefined;
/** Prepared paths and schemas. A run compares thousands of answers with a hundred of them. */
const patterns = new Map<string, RegExp>();
const plainSchemas = new WeakMap<Schema, Schema>();

async function load(): Promise<Description> {
  description ??= fetch(`${process.env.APP_URL}/api/v1/openapi.json`).then(
    (answer) => answer.json() as Promise<Description>,
  );
  return await description;
}

interface Answered {
  method: string;
  path: string;
  status: number;
  type: string;
  text: string;
}

/**
 * Returns how an answer differs from the description. Undefined if it does not differ, or the call is not described.
 */
async function misfitOf({ method, path, status, type, text }: Answered): Promise<string | undefined> {
  const { paths, components } = await load();
  const asked = path.replace(/^\/api\/v1/, "").replace(/\/$/, "");
  // If several paths match, the one with the fewest parameters is meant.
  const fitting = Object.keys(paths).filter((one) => patternOf(one).test(asked));
  const [template = ""] = fitting.toSorted((a, b) => a.split("{").length - b.split("{").length);
  const operation = paths[template]?.[method.toLowerCase()];
  if (!operation) return undefined;
  const { responses, "x-error-codes": codes } = operation;
  const described = responses[status] ?? responses.default;
  const named = described?.$ref?.split("/").at(-1);
  const { content = {} } = (named ? components.responses[named] : described) ?? {};
  const what = `${method} ${template} ${status}`;
  const found = content[type.split(";", 1)[0] ?? ""]?.schema;
  if (!found) return `${what}: ${type || "no type"} is not described`;
  const schema = found.$ref ? components.schemas[found.$ref.split("/").at(-1) ?? ""] : found;
  const body = JSON.parse(text) as { errorCode?: string } | null;
  if (!schema || !allows(plainOf(schema), body)) return `${what}: ${text.slice(0, 300)}`;
  const code = status >= 400 ? body?.errorCode : undefined;
  return code && code !== "unauthenticated" && !codes.includes(code) ? `${what}: ${code} is not described` : undefined;
}

function patternOf(template: string): RegExp {
  const known = patterns.get(template);
  const pattern = known ?? new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  patterns.set(template, pattern);
  return pattern;
}

function plainOf(schema: Schema): Schema {
  const known = plainSchemas.get(schema) ?? plain(schema);
  plainSchemas.set(schema, known);
  return known;
}

/** Turns a list of types into alternatives, which is the form that the validator supports. */
function plain(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_key, part: unknown) => {
    const types = typeof part === "object" && part !== null && "type" in part ? part.type : undefined;
    if (!Array.isArray(types)) return part;
    const { type: _types, ...rest } = part as Schema & { type: unknown };
    return { anyOf: types.map((type: string) => (type === "null" ? { type } : { ...rest, type })) };
  }) as Schema;
}

/**
 * Compares every answer to the test's own `fetch` calls with the API description.
 *
 * @returns a function to call at the end of the test: it restores `fetch` and returns the differences
 */
export function fetchesHeldAgainstDescription(): () => Promise<string[]> {
  const unwatched = globalThis.fetch;
  const seen: Promise<string | undefined>[] = [];
  globalThis.fetch = async (input, init) => {
    const answer = await unwatched(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.href.startsWith(`${process.env.APP_URL}/api/v1/`)) {
      const method = init?.method ?? (input instanceof Request ? input.method : "GET");
      const type = answer.headers.get("content-type") ?? "";
      const { status } = answer;
      const text = answer.clone().text();
      seen.push(text.then((body) => misfitOf({ method, path: url.pathname, status, type, text: body })));
    }
    return answer;
  };
  return async () => {
    globalThis.fetch = unwatched;
    return (await Promise.all(seen)).filter((one) => one !== undefined);
  };
}

/**
 * Compares every API answer in a browser, and in requests with its cookies, with the API description.
 *
 * @returns a function to call at the end of the test: it returns the differences
 */
export function heldAgainstDescription(context: BrowserContext): () => Promise<string[]> {
  const seen: Promise<string | undefined>[] = [];
  context.on("response", (response) => {
    if (response.url().startsWith(`${process.env.APP_URL}/api/v1/`)) seen.push(misfit(response));
  });
  // Its `get`, `post` and so on all call `fetch`.
  const { request } = context;
  const unwatched = request.fetch.bind(request);
  request.fetch = async (address, options) => {
    const answer = await unwatched(address, options);
    if (answer.url().startsWith(`${process.env.APP_URL}/api/v1/`)) {
      const { pathname: path } = new URL(answer.url());
      const type = answer.headers()["content-type"] ?? "";
      const method = options?.method ?? "GET";
      seen.push(misfitOf({ method, path, status: answer.status(), type, text: await answer.text() }));
    }
    return answer;
  };
  return async () => (await Promise.all(seen)).filter((one) => one !== undefined);
}

async function misfit(response: Response): Promise<string | undefined> {
  const headers = response.headers();
  // Answers faked by a test have no request id.
  if (!headers["x-request-id"]) return undefined;
  const text = await response.text().catch(() => undefined);
  // The page was left before the answer had arrived.
  if (text === undefined) return undefined;
  const { pathname: path } = new URL(response.url());
  const type = headers["content-type"] ?? "";
  return await misfitOf({ method: response.request().method(), path, status: response.status(), type, text });
}
