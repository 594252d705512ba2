import { z } from "zod";
import { requireFreshProof } from "@/lib/auth/factors/fresh-proof";
import type { CustomerId } from "@/lib/auth/scope";
import { newId } from "@/lib/core/formats/ids";
import { log, withLogContext } from "@/lib/core/telemetry/log";
import { describeSpan, failSpan, inSpan } from "@/lib/core/telemetry/trace";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { refreshClock } from "@/lib/core/time/clock";
import { AppError, type ErrorCode } from "@/lib/core/web/errors";
import { readBytes } from "@/lib/http/body/bytes";
import { MAX_BODY_BYTES } from "@/lib/http/body/limits";
import { problemResponse } from "@/lib/http/refusals/problem";
import {
  type Access,
  type Caller,
  requireApiCaller,
  requireProvenAddress,
  requireSameOrigin,
  storable,
} from "./access";

type Parsed<T extends z.ZodType | undefined> = T extends z.ZodType ? z.output<T> : undefined;

export interface RouteSpec<
  A extends Access,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType,
> {
  access: A;
  /** Refuses people who have not proved that their email address is theirs. */
  needsProvenAddress?: true;
  /** Refuses sessions whose person has not proved their identity for ten minutes; see `lib/auth/factors/fresh-proof.ts`. */
  needsFreshProof?: true;
  /**
   * Refuses API keys: the call is about a person and how they sign in, or is one step of a sign-in at a vendor. All
   * other calls accept them, by `keyScopeOf`.
   */
  refusesKeys?: true;
  /** Refuses callers whose supplier may not do this now. It runs before the input is parsed. */
  gate?: (customerId: CustomerId) => Promise<void>;
  /** Error codes specific to this call, for the API description. Codes that any call may have are added there. */
  refusals?: ErrorCode[];
  /** One-line summary for the API description. */
  summary: string;
  /** Path parameters. A `customerId` or `userId` among them must be the caller's own. */
  params?: P;
  query?: Q;
  body?: B;
  /** The body is a form with files (multipart/form-data) of at most `maxBytes` bytes. Each file arrives as a `File`. */
  multipart?: { maxBytes: number };
  /** Schema of the answer. A handler's result that does not fit is answered with 500; unknown fields are not sent. */
  response: R;
  handler: (input: {
    caller: A extends "public" ? undefined : Caller;
    params: Parsed<P>;
    query: Parsed<Q>;
    body: Parsed<B>;
  }) => Promise<z.input<R>>;
}

export type RouteHandler = ((request: Request, context: { params: Promise<unknown> }) => Promise<Response>) & {
  spec: RouteSpec<Access, z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined, z.ZodType>;
};

/**
 * Declares one API call. Order: request id, clock, caller, origin, proofs, gate, parsing, handler, parsing of the
 * answer, log. Handlers return data; only this file turns it into a response.
 */
export function route<
  A extends Access,
  R extends z.ZodType,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: RouteSpec<A, P, Q, B, R>): RouteHandler {
  const serve = async (request: Request, context: { params: Promise<unknown> }): Promise<Response> => {
    const requestId = request.headers.get("x-request-id")?.match(/^[\w-]{8,64}$/)?.[0] ?? newId("request");
    const startedAt = performance.now();
    return await withLogContext({ requestId }, async () => {
      const response = await answerTraced(spec as RouteHandler["spec"], request, context, requestId);
      response.headers.set("x-request-id", requestId);
      // The answer depends on the caller, so it must not be stored for the next person at the same machine.
      response.headers.set("cache-control", "no-store");
      const ms = Math.round(performance.now() - startedAt);
      log.info({ method: request.method, path: new URL(request.url).pathname, status: response.status, ms }, "request");
      return response;
    });
  };
  return Object.assign(serve, { spec: spec as RouteHandler["spec"] });
}

/** Answers the call within a span of its own. The name of the route is in the span that Next.js opens around it. */
async function answerTraced(
  spec: RouteHandler["spec"],
  request: Request,
  context: { params: Promise<unknown> },
  requestId: string,
): Promise<Response> {
  return await inSpan({ name: `api ${request.method}`, ids: { requestId } }, async () => {
    const response = await answer(spec, request, context).catch((error: unknown) => {
      failSpan(error);
      return problemResponse(error, requestId);
    });
    describeSpan({ "http.response.status_code": response.status });
    return response;
  });
}

async function answer(
  spec: RouteHandler["spec"],
  request: Request,
  context: { params: Promise<unknown> },
): Promise<Response> {
  await refreshClock();
  const params = (await context.params) as Record<string, string> | undefined;
  const { access, refusesKeys } = spec;
  const caller = access === "public" ? undefined : await requireApiCaller({ access, refusesKeys }, params);
  describeSpan({}, { customerId: caller?.customerId });
  requireSameOrigin(request, caller);
  if (caller && spec.needsProvenAddress) requireProvenAddress(caller);
  if (caller && spec.needsFreshProof) requireFreshProof(caller);
  if (caller) await spec.gate?.(caller.customerId);
  // An empty parameter counts as absent: forms and clients send one for a value that they do not have.
  const query = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ""));
  const body = spec.body ? await readBody(request, spec.multipart) : undefined;
  const sent = { params: storable(params), query: storable(query), body: storable(body) };
  const input = {
    caller: caller as never,
    params: spec.params?.parse(sent.params) as undefined,
    query: spec.query?.parse(sent.query) as undefined,
    body: (spec.body && parseBody(spec.body, sent.body)) as undefined,
  };
  // A call without a caller is a sign-in or registration. The account is not known yet, so the handler runs
  // cross-tenant.
  const result = await (caller ? spec.handler(input) : crossTenant(() => spec.handler(input)));
  return Response.json(encodeResult(spec.response, result));
}

/**
 * Parses the body. Null in an optional field counts as absent, because many clients send null for a value that they do
 * not have. Where the schema accepts null, the handler receives it.
 */
function parseBody(schema: z.ZodType, body: unknown): unknown {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const isChanged = parsed.error.issues.filter(({ path }) => dropNull(body, path)).length > 0;
  if (!isChanged) throw parsed.error;
  return schema.parse(body);
}

/** Removes the field if it is null. Returns true if it was. */
function dropNull(body: unknown, path: PropertyKey[]): boolean {
  let holder = body;
  for (const name of path.slice(0, -1)) {
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name)) return false;
    holder = (holder as Record<PropertyKey, unknown>)[name];
  }
  const name = path.at(-1);
  if (typeof holder !== "object" || holder === null || Array.isArray(holder) || name === undefined) return false;
  const fields = holder as Record<PropertyKey, unknown>;
  return Object.hasOwn(fields, name) && fields[name] === null && delete fields[name];
}

function encodeResult(response: z.ZodType, result: unknown): unknown {
  const parsed = response.safeParse(result);
  if (parsed.success) return parsed.data;
  // Not thrown as a `ZodError`, which would blame the caller's input.
  throw new Error(`response does not match its schema: ${z.prettifyError(parsed.error)}`);
}

async function readBody(request: Request, multipart: { maxBytes: number } | undefined): Promise<unknown> {
  const bytes = await readBytes(request, multipart?.maxBytes ?? MAX_BODY_BYTES);
  if (!bytes) throw new AppError("request_too_large", "The body is too large.");
  if (bytes.length === 0 && !multipart) return {};
  const type = request.headers.get("content-type");
  requireType(type, multipart ? FORM : JSON_TYPE);
  return multipart ? await parseForm(bytes, type) : parseJson(bytes);
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;
const FORM = /^multipart\/form-data\s*(;|$)/i;

/**
 * Requires the expected type of body. A form needs the header, which names the boundary between its parts. A body
 * without a type counts as JSON (RFC 9110, 8.3 allows a guess).
 */
function requireType(type: string | null, expected: RegExp): void {
  if (type === null ? expected !== FORM : expected.test(type)) return;
  const wanted = expected === FORM ? "multipart/form-data" : "application/json";
  throw new AppError("unsupported_media_type", `The body has to be ${wanted}.`);
}

function parseJson(bytes: Buffer): unknown {
  try {
    // Decodes strictly. Otherwise bytes that are not UTF-8 would become characters that nobody sent (RFC 8259, 8.1).
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("malformed_request", "The body is not JSON in UTF-8.");
  }
}

async function parseForm(bytes: Buffer<ArrayBuffer>, contentType: string | null): Promise<unknown> {
  try {
    const form = await new Response(bytes, { headers: { "content-type": contentType ?? "" } }).formData();
    return Object.fromEntries(form);
  } catch {
    throw new AppError("malformed_request", "The body is not a form with files.");
  }
}
