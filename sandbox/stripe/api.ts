import { createHash } from "node:crypto";
import { type Handler, ReplyError, type Router, type TwinReply, type TwinRequest } from "../kit/http";
import { catchUp } from "./billing";
import { errorReply, idempotencyMismatch, invalid, unauthorized } from "./errors";
import { expandAll } from "./expand";
import { parseForm } from "./form";
import { checkParams, type Params, texts } from "./params";
import type { Wire } from "./records";
import { shapeProblems } from "./shape-check";
import { APP, newId, type World } from "./world";

export interface Call {
  world: World;
  params: Params;
  /** From the path. */
  id: string;
  sub: string;
  path: string;
}

const KEY_LIFE_MS = 24 * 3_600_000;
const LONGEST_KEY = 255;
const MISTAKES_KEPT = 200;
const WRONG = ["parameter_unknown", "parameter_missing", "parameter_not_played"];

/** Returns the message of an unknown or missing parameter, which is the caller's mistake whatever the data. */
function wrongParameter({ reply }: ReplyError): string[] {
  const { error } = reply.body as { error?: { code?: string; message?: string } };
  return error?.code && WRONG.includes(error.code) ? [error.message ?? error.code] : [];
}

/** Registers calls, with every check that the vendor makes before it reads the content. */
export class Api {
  private readonly windows = { second: 0, count: 0 };

  constructor(
    private readonly world: World,
    private readonly router: Router,
  ) {}

  /** @param types name of the parameters in schema/params.json */
  on(method: "GET" | "POST" | "DELETE", path: string, types: string, work: (call: Call) => Wire): this {
    const handler: Handler = (request) => this.serve(request, types, work);
    this.router.on(method, path, handler);
    return this;
  }

  private serve(request: TwinRequest, types: string, work: (call: Call) => Wire): TwinReply {
    const { world } = this;
    const requestId = `req_${newId("x").slice(2, 16)}`;
    const key = request.method === "POST" ? keyOf(request) : null;
    const headers: Record<string, string> = { "Request-Id": requestId, "Stripe-Version": APP.apiVersion };
    if (key) headers["Idempotency-Key"] = key;
    world.call = { id: requestId, idempotency_key: key };
    try {
      this.checkCaller(request);
      const raw = request.method === "POST" ? bodyOf(request) : request.query;
      const fingerprint = fingerprintOf(request, raw);
      const before = key ? this.answeredBefore(key, fingerprint) : undefined;
      if (before) return { ...before, headers: { ...headers, "Idempotent-Replayed": "true" } };
      const params = checkParams(types, parseForm(raw));
      catchUp(world);
      const reply = this.work(request, params, work);
      if (key && reply.keep) this.keep(key, fingerprint, reply);
      if (reply.status === 200) this.note(request, shapeProblems(reply.body));
      return { status: reply.status, body: reply.body, headers };
    } catch (error) {
      if (error instanceof ReplyError) this.note(request, wrongParameter(error));
      if (error instanceof ReplyError) return { ...error.reply, headers: { ...headers, ...error.reply.headers } };
      throw error;
    } finally {
      world.call = null;
    }
  }

  private note(request: TwinRequest, problems: string[]): void {
    const { mistakes } = this.world;
    mistakes.push(...problems.map((problem) => `${request.method} ${request.path}: ${problem}`));
    mistakes.splice(0, Math.max(0, mistakes.length - MISTAKES_KEPT));
  }

  /**
   * Executes the call. The answer to a declined card is stored for replay, like a success; a refused parameter is not.
   */
  private work(
    request: TwinRequest,
    params: Params,
    work: (call: Call) => Wire,
  ): { status: number; body: unknown; keep: boolean } {
    const { world } = this;
    try {
      const { id = "", sub = "" } = request.params;
      const answer = work({ world, params, id, sub, path: request.path });
      // A copy is answered, so that an expansion cannot change the records.
      const body = expandAll(world, structuredClone(answer), texts(params, "expand") ?? []);
      return { status: 200, body, keep: true };
    } catch (error) {
      if (error instanceof ReplyError && error.reply.status === 402)
        return { status: 402, body: error.reply.body, keep: true };
      throw error;
    }
  }

  private checkCaller(request: TwinRequest): void {
    const secret = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? basicUser(request);
    if (!secret)
      throw unauthorized(
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      );
    if (secret !== APP.secretKey)
      throw unauthorized(`Invalid API Key provided: ${secret.slice(0, 8)}${"*".repeat(8)}${secret.slice(-4)}`);
    const version = request.headers["stripe-version"];
    if (version !== undefined && version !== APP.apiVersion)
      throw invalid(`Invalid Stripe API version: ${String(version)}. This sandbox speaks ${APP.apiVersion}.`);
    if (request.headers["stripe-account"] !== undefined)
      throw new ReplyError(
        errorReply(403, {
          type: "invalid_request_error",
          code: "account_invalid",
          message: "This account has no connected accounts.",
        }),
      );
    const second = Math.floor(Date.now() / 1_000);
    if (this.windows.second !== second) Object.assign(this.windows, { second, count: 0 });
    this.windows.count += 1;
    if (this.windows.count > this.world.settings.requestsPerSecond) throw new ReplyError(tooManyReply());
  }

  private answeredBefore(key: string, fingerprint: string): TwinReply | undefined {
    const known = this.world.records.answered.get(key);
    if (!known || Date.now() - known.at > KEY_LIFE_MS) return undefined;
    if (known.fingerprint !== fingerprint) throw idempotencyMismatch(key);
    return { status: known.status, body: known.body };
  }

  private keep(key: string, fingerprint: string, { status, body }: { status: number; body: unknown }): void {
    this.world.records.answered.put(key, { key, fingerprint, status, body, at: Date.now() });
  }
}

/**
 * Returns the user of Basic authentication: the secret key without a password is the documented alternative to Bearer.
 */
function basicUser(request: TwinRequest): string | undefined {
  const encoded = /^Basic (\S+)$/.exec(request.headers.authorization ?? "")?.[1];
  return encoded ? Buffer.from(encoded, "base64").toString("utf8").split(":")[0] : undefined;
}

function keyOf(request: TwinRequest): string | null {
  const key = request.headers["idempotency-key"];
  return typeof key === "string" && key !== "" && key.length <= LONGEST_KEY ? key : null;
}

function bodyOf(request: TwinRequest): URLSearchParams {
  const text = request.raw.toString("utf8");
  if (text === "") return new URLSearchParams();
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return new URLSearchParams(text);
  throw invalid("Invalid request: the body must be form-encoded (application/x-www-form-urlencoded).");
}

/** Returns the customer that a call names in its path, query or form; one account of ours calls for all suppliers. */
export function customerOf({ records }: World, { path, query, raw }: TwinRequest): string | undefined {
  const [, , kind, id = ""] = path.split("/");
  if (kind === "customers" && id) return id;
  const subscription = kind === "subscriptions" ? records.subscriptions.get(id) : undefined;
  const named = query.get("customer") ?? new URLSearchParams(raw.toString("utf8")).get("customer");
  return subscription?.customer ?? named ?? undefined;
}

function fingerprintOf(request: TwinRequest, raw: URLSearchParams): string {
  const sorted = [...raw].map(([name, value]) => `${name}=${value}`).sort();
  return createHash("sha256")
    .update([request.method, request.path, ...sorted].join("\n"))
    .digest("base64url");
}

export function tooManyReply(): TwinReply {
  const message = "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.";
  return errorReply(429, { type: "invalid_request_error", code: "rate_limit", message });
}

/** Answers an unknown address in the vendor's own error form. */
export function unknownPath(_reason: "path" | "method", request: TwinRequest): TwinReply {
  const message = `Unrecognized request URL (${request.method}: ${request.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return errorReply(404, { type: "invalid_request_error", message });
}
