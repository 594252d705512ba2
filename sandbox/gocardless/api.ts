import type { Router, TwinReply, TwinRequest } from "../kit/http";
import type { Collection } from "../kit/store";
import { conflict, invalidUsage, notFound } from "./errors";
import { type Fields, isObject } from "./fields";
import type { Owned } from "./records";
import type { World } from "./world";

export interface Call {
  organisation: string;
  request: TwinRequest;
  params: Record<string, string>;
  /** The content of the envelope key; empty for calls without a body. */
  fields: Fields;
  idempotencyKey: string | null;
}

/** The id of the created or changed resource, and its representation in the answer. */
export type Answer = { id: string; shown: unknown };

const API_VERSION = "2015-07-06";
const KEY_LIFE_MS = 30 * 86_400_000;

/** Registers the calls of one resource, with every check that the vendor makes before it reads the content. */
export class ResourceApi {
  constructor(
    private readonly world: World,
    private readonly router: Router,
    private readonly gate: Gate,
    /** The plural name: path, envelope key and scope of idempotency keys. */
    readonly name: string,
  ) {}

  list(handler: (call: Call) => TwinReply): this {
    this.router.on("GET", `/${this.name}`, (request) => this.gate.pass(request, "read", (call) => handler(call)));
    return this;
  }

  get(handler: (call: Call) => unknown): this {
    return this.route("GET", `/${this.name}/:id`, (call) => ({ status: 200, body: { [this.name]: handler(call) } }));
  }

  create(handler: (call: Call) => Answer): this {
    this.router.on("POST", `/${this.name}`, (request) =>
      this.gate.pass(request, "write", (call) => {
        call.fields = envelope(request, this.name, true);
        return this.once(call, this.name, () => handler(call), 201);
      }),
    );
    return this;
  }

  update(handler: (call: Call) => unknown): this {
    return this.route("PUT", `/${this.name}/:id`, (call) => {
      call.fields = envelope(call.request, this.name, true);
      return { status: 200, body: { [this.name]: handler(call) } };
    });
  }

  action(action: string, handler: (call: Call) => Answer): this {
    return this.route("POST", `/${this.name}/:id/actions/${action}`, (call) => {
      call.fields = envelope(call.request, "data", false);
      return this.once(call, `${this.name}.${action}`, () => handler(call), 200);
    });
  }

  remove(handler: (call: Call) => void): this {
    return this.route("DELETE", `/${this.name}/:id`, (call) => {
      handler(call);
      return { status: 204 };
    });
  }

  private route(method: string, path: string, handler: (call: Call) => TwinReply): this {
    const needs = method === "GET" ? "read" : "write";
    this.router.on(method, path, (request) => this.gate.pass(request, needs, handler));
    return this;
  }

  /**
   * Answers a used idempotency key with a conflict that names the existing resource. A refused call does not use up its
   * key.
   */
  private once(call: Call, scope: string, work: () => Answer, status: number): TwinReply {
    const { records, kit } = this.world;
    const slot = `${call.organisation}|${scope}|${call.idempotencyKey}`;
    const used = call.idempotencyKey ? records.usedKeys.get(slot) : undefined;
    if (used && kit.clock.now().getTime() - used.usedAt < KEY_LIFE_MS) throw conflict(used.resource);
    const answer = work();
    if (call.idempotencyKey) records.usedKeys.put(slot, { resource: answer.id, usedAt: kit.clock.now().getTime() });
    return { status, body: { [this.name]: answer.shown } };
  }
}

/** Checks what every call needs: version, token, scope and rate limit. */
export class Gate {
  private readonly windows = new Map<string, { minute: number; count: number }>();

  constructor(private readonly world: World) {}

  pass(request: TwinRequest, needs: "read" | "write", work: (call: Call) => TwinReply): TwinReply {
    checkVersion(request);
    const organisation = this.organisationOf(request, needs);
    const limits = this.countCall(organisation);
    const reply = work({ organisation, request, params: request.params, fields: {}, idempotencyKey: keyOf(request) });
    return { ...reply, headers: { ...reply.headers, ...limits } };
  }

  private organisationOf(request: TwinRequest, needs: "read" | "write"): string {
    const token = tokenOf(request);
    if (!token) throw invalidUsage(401, "unauthorized", "An access token is required");
    const connection = connectionOf(this.world, request);
    if (!connection) throw invalidUsage(401, "access_token_not_found", "The access token was not found");
    if (connection.status === "revoked") {
      throw invalidUsage(401, "access_token_revoked", "The access token has been revoked");
    }
    if (needs === "write" && connection.scope !== "read_write") {
      throw invalidUsage(403, "insufficient_permissions", "The access token allows reading only");
    }
    return connection.organisation;
  }

  private countCall(organisation: string): Record<string, string> {
    const minute = Math.floor(Date.now() / 60_000);
    const known = this.windows.get(organisation);
    const window = known?.minute === minute ? known : { minute, count: 0 };
    window.count += 1;
    this.windows.set(organisation, window);
    const limit = this.world.settings.requestsPerMinute;
    const headers = limitHeaders(limit, limit - window.count, minute);
    if (window.count <= limit) return headers;
    const error = invalidUsage(429, "rate_limit_exceeded", "Rate limit exceeded");
    error.reply.headers = headers;
    throw error;
  }
}

export function limitHeaders(limit: number, left: number, minute: number): Record<string, string> {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(Math.max(0, left)),
    "RateLimit-Reset": new Date((minute + 1) * 60_000).toUTCString(),
  };
}

function checkVersion(request: TwinRequest): void {
  const version = request.headers["gocardless-version"];
  if (!version) throw invalidUsage(400, "missing_version_header", "No version was specified in the request headers");
  if (version !== API_VERSION) throw invalidUsage(400, "version_not_found", `Version ${String(version)} was not found`);
}

function keyOf(request: TwinRequest): string | null {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "") return null;
  if (key.length > 128)
    throw invalidUsage(400, "idempotency_key_too_long", "The idempotency key is over 128 characters");
  return key;
}

function envelope(request: TwinRequest, key: string, required: boolean): Fields {
  if (request.raw.length === 0) {
    if (!required) return {};
    throw invalidUsage(400, "invalid_document_structure", `The body must hold "${key}"`);
  }
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? "")) {
    throw invalidUsage(415, "invalid_content_type", "The content type must be application/json");
  }
  let body: unknown;
  try {
    body = JSON.parse(request.raw.toString("utf8"));
  } catch {
    throw invalidUsage(400, "invalid_document_structure", "The body is not valid JSON");
  }
  const inner = isObject(body) ? body[key] : undefined;
  if (isObject(inner)) return inner;
  if (!required && isObject(body) && Object.keys(body).length === 0) return {};
  throw invalidUsage(400, "invalid_document_structure", `The body must hold an object under "${key}"`);
}

/** Returns the document if it exists and belongs to the caller's organisation; otherwise throws a 404. */
export function owned<T extends Owned>(collection: Collection<T>, call: Call, id = call.params.id ?? ""): T {
  const found = collection.get(id);
  if (!found || found.organisation !== call.organisation) throw notFound();
  return found;
}

function tokenOf(request: TwinRequest): string | undefined {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];
}

/** Returns the connection that owns the call's token, revoked or not. */
export function connectionOf({ records }: World, request: TwinRequest) {
  const token = tokenOf(request);
  return token ? records.connections.by("token", token)[0] : undefined;
}
