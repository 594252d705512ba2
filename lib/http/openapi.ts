import { z } from "zod";
import { sessionCookieName } from "@/lib/auth/sessions/cookie";
import { brand } from "@/lib/core/brand";
import { ERROR_STATUS, type ErrorCode } from "@/lib/core/web/errors";
import { keyScopeOf } from "./access";
import { TAG_TEXTS } from "./openapi-tags";
import type { RouteHandler } from "./route";

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;
type Method = (typeof METHODS)[number];
/** Route files by their path below `/api/v1`. Functions that refuse a method have no `spec`. */
export type RouteTable = Record<string, Partial<Record<Method, RouteHandler | (() => Response)>>>;

export interface Call {
  method: Method;
  path: string;
  spec: RouteHandler["spec"];
}

/** Returns every call of the table, without the refused methods. */
export function callsOf(table: RouteTable): Call[] {
  return Object.entries(table).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const handler = methods[method];
      return handler && "spec" in handler ? [{ method, path, spec: handler.spec }] : [];
    }),
  );
}

const CODES = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => code !== "unauthenticated");

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  requestId: z.string(),
  errorCode: z.enum(CODES).optional().describe("Missing if and only if the caller is not signed in (any more)."),
  fields: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .optional()
    .describe("The fields of the call that are refused, by their path."),
  twoFactorRequired: z.literal(true).optional(),
});

/**
 * Returns the OpenAPI document, built from the same schemas that parse input and output.
 *
 * @param events the `data` of each kind of event that we send to suppliers' webhooks
 */
export function openApiDocument(
  table: RouteTable,
  server: string,
  events: Record<string, z.ZodType> = {},
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const calls = callsOf(table);
  for (const call of calls) {
    const path = `/${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: brand.name,
      version: "1",
      description: INTRODUCTION,
      contact: { email: brand.supportEmail },
      license: { name: "Terms of use", url: `${server}/terms` },
    },
    servers: [{ url: `${server}/api/v1` }],
    tags: [
      ...tagsOf(table).map((name) => ({ name, description: TAG_TEXTS[name] })),
      ...(Object.keys(events).length > 0 ? [{ name: "webhooks", description: "What your endpoints receive" }] : []),
    ],
    paths,
    webhooks: Object.fromEntries(Object.entries(events).map(([kind, data]) => [kind, { post: received(kind, data) }])),
    components: {
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key of the account, for programs. A read key may make the calls with `x-key-scope: read`, a write key all calls that accept keys.",
        },
        bearer: { type: "http", scheme: "bearer", description: "The `jwtToken` of a sign-in or a registration." },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookieName(server),
          description: "The session of a browser. Calls that change something also need our own `Origin`.",
        },
      },
      headers: HEADERS,
      responses: Object.fromEntries(
        statusesOf(calls.flatMap(codesOf)).map((status) => [nameOf(status), refusals(status)]),
      ),
      schemas: { Problem: toSchema(problem, "output") },
    },
  };
}

const INTRODUCTION = [
  "SEPA direct debit for small businesses.",
  "A path may end with a slash. An empty query parameter counts as missing, and so does `null` in a field that is not required.",
  "A method that an address does not have is refused with 405, and `Allow` names those that it has.",
  "Refusals are problems (RFC 9457) with an `errorCode`; without one, the caller is not signed in.",
].join(" ");

const HEADERS = {
  Challenge: { description: "How to sign in.", schema: { type: "string" } },
  RetryAfter: { description: "Seconds until it is worth trying again, if known.", schema: { type: "integer" } },
};

const HEADERS_OF: Record<number, Record<string, keyof typeof HEADERS>> = {
  401: { "WWW-Authenticate": "Challenge" },
  429: { "Retry-After": "RetryAfter" },
};

function statusesOf(codes: ErrorCode[]): number[] {
  return [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort();
}

const nameOf = (status: number) => `Refused${status}`;

function refusals(status: number): Record<string, unknown> {
  const codes = CODES.filter((code) => ERROR_STATUS[code] === status);
  const headers = Object.entries(HEADERS_OF[status] ?? {}).map(([name, header]) => [
    name,
    { $ref: `#/components/headers/${header}` },
  ]);
  return {
    description: [...(status === 401 ? ["not signed in (no errorCode)"] : []), ...codes].join(", "),
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

/** Returns the error codes that follow from a call's declaration. Others are possible (`default`). */
function codesOf({ method, spec }: Call): ErrorCode[] {
  const { access, params, body, multipart } = spec;
  const mayBe: [unknown, ErrorCode[]][] = [
    [access !== "public", ["unauthenticated", "forbidden"]],
    [access !== "public" && method !== "GET", ["origin_mismatch"]],
    [spec.needsProvenAddress, ["address_not_proven"]],
    [spec.needsFreshProof, ["proof_required"]],
    [spec.gate, ["contract_inactive"]],
    [params, ["not_found"]],
    // Applies to calls without input, too: any parameter is refused if it has a character that no column can store.
    [true, ["invalid_input"]],
    [body, ["malformed_request", "unsupported_media_type", "request_too_large"]],
    [multipart, ["upload_incomplete"]],
    [true, ["too_many_requests", "unavailable", "internal", ...(spec.refusals ?? [])]],
  ];
  return [...new Set(mayBe.flatMap(([applies, codes]) => (applies ? codes : [])))];
}

function operation(call: Call): Record<string, unknown> {
  const { path, spec } = call;
  const codes = codesOf(call);
  const keyScope = keyScopeOf(spec);
  const refused = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return {
    operationId: idOf(call),
    summary: spec.summary,
    tags: [tagOf(path)],
    // Who may call it: anybody, everybody of the account, people who may change things, or owners.
    "x-access": spec.access,
    // The scope that an API key needs; missing if the call needs no sign-in or refuses keys.
    ...(keyScope ? { "x-key-scope": keyScope } : {}),
    ...(spec.needsFreshProof ? { "x-needs-fresh-proof": true } : {}),
    ...(spec.needsProvenAddress ? { "x-needs-proven-address": true } : {}),
    "x-error-codes": codes.filter((code) => code !== "unauthenticated"),
    security: spec.access === "public" ? [] : [...(keyScope ? [{ key: [] }] : []), { bearer: [] }, { cookie: [] }],
    parameters: [...parameters(spec.params, "path"), ...parameters(spec.query, "query")],
    ...(spec.body ? { requestBody: { required: !isBodyOptional(spec), content: bodyContent(spec) } } : {}),
    responses: {
      200: { description: "Done", content: json(toSchema(spec.response, "output")) },
      ...Object.fromEntries(statusesOf(codes).map((status) => [status, refused(nameOf(status))])),
      default: {
        description: "Refused for another reason",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

/** Describes what a receiver of webhooks gets, by the Standard Webhooks convention. */
function received(kind: string, data: z.ZodType): Record<string, unknown> {
  const header = (name: string, description: string) => ({
    ...{ name, in: "header", required: true, description, schema: { type: "string" } },
  });
  const message = z.object({ type: z.literal(kind), timestamp: z.iso.datetime(), data });
  const [noun = ""] = kind.split(".");
  return {
    operationId: `receive${noun.charAt(0).toUpperCase()}${noun.slice(1)}Changed`,
    summary: `We tell your endpoint that a ${noun} has changed`,
    description: WEBHOOKS,
    tags: ["webhooks"],
    security: [],
    parameters: [
      header("webhook-id", "The id of the message, the same in each attempt. Drop ids that you have seen."),
      header("webhook-timestamp", "Seconds since 1970 of this attempt. Refuse what is older than five minutes."),
      header("webhook-signature", "Signatures, separated by blanks; after a rotation one for each valid secret."),
    ],
    requestBody: { required: true, content: json(toSchema(message, "output")) },
    responses: {
      200: { description: "Received. Any status from 200 to 299 ends the delivery." },
      410: { description: "The endpoint is gone: it is turned off at once." },
      "4XX": { description: "Not received: we try again, nine times within a day." },
    },
  };
}

const WEBHOOKS = [
  "Signed by the Standard Webhooks convention (standardwebhooks.com); its libraries verify the signature.",
  "Messages may arrive twice and in any order: `data` is the state as of the event.",
  "We wait ten seconds for the answer and follow no redirects.",
].join(" ");

/** Returns an id such as `getCustomersCustomerIdStatus` for `GET customers/{customerId}/status`. */
function idOf({ method, path }: Call): string {
  const words = path.split(/\W+/).filter((word) => word !== "");
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

const tagOf = (path: string) => path.split("/", 1)[0] ?? "";

function tagsOf(table: RouteTable): string[] {
  return [...new Set(callsOf(table).map(({ path }) => tagOf(path)))].sort();
}

/** True if the body may be missing. A missing body is read as an empty object. */
function isBodyOptional({ body, multipart }: RouteHandler["spec"]): boolean {
  return !multipart && body?.safeParse({}).success === true;
}

function parameters(schema: z.ZodType | undefined, place: "path" | "query"): Record<string, unknown>[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, "input", { nulls: false }) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function bodyContent({ body, multipart }: RouteHandler["spec"]): Record<string, unknown> {
  const schema = body ? toSchema(body, "input", { nulls: !multipart }) : {};
  return multipart ? { "multipart/form-data": { schema } } : json(schema);
}

function json(schema: unknown): Record<string, unknown> {
  return { "application/json": { schema } };
}

/** @param options.nulls true if optional fields may be null, too */
function toSchema(
  schema: z.ZodType,
  io: "input" | "output",
  options: { nulls: boolean } = { nulls: false },
): Record<string, unknown> {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (options.nulls) allowNulls(jsonSchema);
    },
  });
  return rest;
}

interface JsonSchema {
  type?: unknown;
  properties?: Record<string, unknown>;
  required?: string[];
  anyOf?: unknown;
  oneOf?: unknown;
}

function allowNulls(schema: JsonSchema): void {
  const { properties = {}, required = [] } = schema;
  for (const [name, property] of Object.entries(properties))
    if (!required.includes(name) && !takesNull(property as JsonSchema))
      properties[name] = { anyOf: [property, { type: "null" }] };
}

function takesNull({ type, anyOf, oneOf }: JsonSchema): boolean {
  const alternatives = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as JsonSchema[]) : []));
  return [type].flat().includes("null") || alternatives.some((one) => takesNull(one));
}
