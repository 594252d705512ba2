import { z } from "zod";
import { requireFreshProof } from "@/lib/auth/fresh-proof";
import type { CustomerId } from "@/lib/auth/scope";
import { refreshClock } from "@/lib/core/clock";
import { AppError, type ErrorCode } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { log, withLogContext } from "@/lib/core/log";
import { acrossSuppliers } from "@/lib/core/supplier-wall";
import { describeSpan, failSpan, inSpan } from "@/lib/core/trace";
import { type Access, type Caller, requireCaller, requireProvenAddress, requireSameOrigin, storable } from "./access";
import { MAX_BODY_BYTES } from "./body-limits";
import { readBytes } from "./bytes";
import { problemResponse } from "./problem";

type Parsed<T extends z.ZodType | undefined> = T extends z.ZodType ? z.output<T> : undefined;

export interface RouteSpec<
  A extends Access,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType,
> {
  access: A;
  /** Refuses people whose email address may be somebody else's. */
  needsProvenAddress?: true;
  /** Refuses sessions whose person has not proved for ten minutes who they are; see `lib/auth/fresh-proof.ts`. */
  needsFreshProof?: true;
  /** Refuses callers by what their supplier may do now; it runs before anything is parsed. */
  gate?: (customerId: CustomerId) => Promise<void>;
  /** Refusals of this call alone, for the API description: what every call may answer needs no saying. */
  refusals?: ErrorCode[];
  /** One line for the API description. */
  summary: string;
  /** Path parameters; a `customerId` or `userId` among them must be the caller's. */
  params?: P;
  query?: Q;
  body?: B;
  /** The body is a form with files (multipart/form-data), of at most so many bytes; each file arrives as a `File`. */
  multipart?: { maxBytes: number };
  /** What is answered; a handler's result that does not fit is our fault (500), and nothing else leaks out. */
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
 * Declares one call of the API. Order: request id, clock, caller, origin, gate, parse, handler, parse of the answer, log.
 * Handlers return data; only this file knows how it becomes a response.
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
      // What one person may see must not be kept for the next one at the same machine.
      response.headers.set("cache-control", "no-store");
      const ms = Math.round(performance.now() - startedAt);
      log.info({ method: request.method, path: new URL(request.url).pathname, status: response.status, ms }, "request");
      return response;
    });
  };
  return Object.assign(serve, { spec: spec as RouteHandler["spec"] });
}

/** Which route it is, the span of Next.js around it says. */
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
  const caller = spec.access === "public" ? undefined : await requireCaller(spec.access, params);
  describeSpan({}, { customerId: caller?.customerId });
  requireSameOrigin(request, caller);
  if (caller && spec.needsProvenAddress) requireProvenAddress(caller);
  if (caller && spec.needsFreshProof) requireFreshProof(caller);
  if (caller) await spec.gate?.(caller.customerId);
  // An empty parameter counts as left out: forms and clients write them for what they have no value of.
  const query = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ""));
  const body = spec.body ? await readBody(request, spec.multipart) : undefined;
  const sent = { params: storable(params), query: storable(query), body: storable(body) };
  const input = {
    caller: caller as never,
    params: spec.params?.parse(sent.params) as undefined,
    query: spec.query?.parse(sent.query) as undefined,
    body: (spec.body && parseBody(spec.body, sent.body)) as undefined,
  };
  // A call without a caller is a sign-in or a registration: whose account it is about is only being found out.
  const result = await (caller ? spec.handler(input) : acrossSuppliers(() => spec.handler(input)));
  return Response.json(encodeResult(spec.response, result));
}

/**
 * A field that may be left out may be null, too, as many clients write what they have no value of. Where null has a meaning of
 * its own, the schema takes it; where the schema refuses it, the field counts as left out.
 */
function parseBody(schema: z.ZodType, body: unknown): unknown {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const isChanged = parsed.error.issues.filter(({ path }) => dropNull(body, path)).length > 0;
  if (!isChanged) throw parsed.error;
  return schema.parse(body);
}

/** Takes the field out if it is null; returns whether it was. */
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
  // Not a ZodError any more: the caller's input was fine.
  throw new Error(`answer does not fit its schema: ${z.prettifyError(parsed.error)}`);
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

/** A form has to say where its parts end. What comes without a type is taken for JSON (RFC 9110, 8.3 allows a guess). */
function requireType(type: string | null, expected: RegExp): void {
  if (type === null ? expected !== FORM : expected.test(type)) return;
  const wanted = expected === FORM ? "multipart/form-data" : "application/json";
  throw new AppError("unsupported_media_type", `The body has to be ${wanted}.`);
}

function parseJson(bytes: Buffer): unknown {
  try {
    // Strictly: bytes that are not UTF-8 would become signs that nobody sent (RFC 8259, 8.1).
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
