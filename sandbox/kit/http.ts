import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { CallFault, Faults } from "./faults";
import type { RequestLog } from "./requests";
import type { Store } from "./store";

export interface TwinRequest {
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  raw: Buffer;
  /** Protocol and host that the caller used, for absolute links. */
  origin: string;
}

export interface TwinReply {
  status: number;
  headers?: Record<string, string>;
  /** Objects and arrays are sent as JSON, strings and buffers unchanged. */
  body?: unknown;
}

export type Handler = (request: TwinRequest) => TwinReply | Promise<TwinReply>;

/** A handler throws this to answer at once. */
export class ReplyError extends Error {
  constructor(readonly reply: TwinReply) {
    super(`reply ${reply.status}`);
  }
}

/** Routes by method and pattern (`/v1/invoices/:id`); the first match wins. */
export class Router {
  private readonly routes: { method: string; parts: string[]; handler: Handler }[] = [];

  on(method: string, pattern: string, handler: Handler): this {
    this.routes.push({ method, parts: pattern.split("/"), handler });
    return this;
  }

  find(
    method: string,
    path: string,
  ): { handler: Handler; params: Record<string, string> } | "other-method" | undefined {
    const parts = path.split("/");
    let otherMethod = false;
    for (const route of this.routes) {
      const params = matchParts(route.parts, parts);
      if (!params) continue;
      if (route.method === method) return { handler: route.handler, params };
      otherMethod = true;
    }
    return otherMethod ? "other-method" : undefined;
  }
}

function matchParts(pattern: string[], parts: string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, want] of pattern.entries()) {
    const got = parts[i] ?? "";
    if (want.startsWith(":")) params[want.slice(1)] = decodeURIComponent(got);
    else if (want !== got) return undefined;
  }
  return params;
}

export interface TwinServerOptions {
  provider: string;
  router: Router;
  faults: Faults;
  log: RequestLog;
  store: Store;
  /** The vendor's answer to an unknown path or method. */
  notFound: (reason: "path" | "method", request: TwinRequest) => TwinReply;
  /** The vendor's answer to a caller over its rate limit, also used by the fault `status-429`. */
  tooMany: () => TwinReply;
  /** Paths without faults, for example pages that a person opens. */
  faultFree?: (path: string) => boolean;
  /** The caller's organisation, so that a fault can apply to one of many; undefined if the call does not name it. */
  organisationOf?: (request: TwinRequest) => string | undefined;
  /** Truncates a list for `partial-page`; undefined if the body is not a list. */
  cutPage?: (body: unknown) => unknown | undefined;
}

/** How long `slow` delays an answer, and how long the two timeouts wait before they close the socket. */
export const SLOW_MS = 3_000;
export const TIMEOUT_MS = 45_000;

/** Twins serve this machine only; a container sets SANDBOX_HOST so that others can reach it. */
export const HOST = process.env.SANDBOX_HOST || "127.0.0.1";

/** Starts one twin. Faults are applied around the handler, and the state is flushed before the answer is sent. */
export async function startServer(port: number, options: TwinServerOptions): Promise<Server> {
  const server = createServer((incoming, response) => {
    serve(incoming, response, options).catch((error: unknown) => {
      console.error(`${options.provider} twin:`, error);
      if (!response.headersSent) send(response, { status: 500, body: { message: "twin failed, see its log" } });
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  return server;
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function serve(incoming: IncomingMessage, response: ServerResponse, options: TwinServerOptions): Promise<void> {
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "localhost"}`);
  const request: TwinRequest = {
    method: incoming.method ?? "GET",
    path: url.pathname,
    params: {},
    query: url.searchParams,
    headers: incoming.headers,
    raw: await readBody(incoming),
    origin: url.origin,
  };
  const fault = options.faultFree?.(url.pathname)
    ? undefined
    : options.faults.forCall(options.provider, request.method, url.pathname, () => options.organisationOf?.(request));
  const entry = options.log.start(options.provider, request, fault);
  if (fault === "timeout-before" || fault === "reset") return cut(response, fault, entry);
  if (fault === "status-500")
    return finish(response, entry, { status: 500, body: { message: "Internal Server Error" } });
  if (fault === "status-502-html") return finish(response, entry, gatewayPage(502, "Bad Gateway"));
  if (fault === "status-429") return finish(response, entry, options.tooMany());
  const reply = await answer(request, options);
  options.store.flush();
  if (fault === "timeout-after") return cut(response, fault, entry);
  if (fault === "status-504-after") return finish(response, entry, gatewayPage(504, "Gateway Time-out"));
  if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS).unref());
  const { faults, provider } = options;
  finish(response, entry, spoil({ ...reply, body: faults.bend(provider, request.path, reply.body) }, fault, options));
}

async function answer(request: TwinRequest, options: TwinServerOptions): Promise<TwinReply> {
  const found = options.router.find(request.method, request.path);
  if (!found || found === "other-method") return options.notFound(found ? "method" : "path", request);
  request.params = found.params;
  try {
    return await found.handler(request);
  } catch (error) {
    if (error instanceof ReplyError) return error.reply;
    throw error;
  }
}

function spoil(reply: TwinReply, fault: CallFault | undefined, options: TwinServerOptions): TwinReply {
  if (fault === "malformed-json") {
    const text = JSON.stringify(reply.body ?? {});
    const headers = { ...reply.headers, "content-type": "application/json" };
    return { status: reply.status, headers, body: text.slice(0, Math.max(1, Math.floor(text.length / 2))) };
  }
  if (fault === "partial-page" && reply.status === 200) {
    const body = options.cutPage?.(reply.body);
    if (body !== undefined) return { ...reply, body };
  }
  return reply;
}

/** Returns a page that a gateway in front of the vendor would show to people. */
function gatewayPage(status: number, words: string): TwinReply {
  const headers = { "content-type": "text/html" };
  return { status, headers, body: `<html><body><h1>${status} ${words}</h1></body></html>` };
}

function cut(response: ServerResponse, fault: CallFault, entry: { status: number | null }): void {
  entry.status = null;
  if (fault === "reset") response.socket?.destroy();
  else setTimeout(() => response.socket?.destroy(), TIMEOUT_MS).unref();
}

function finish(response: ServerResponse, entry: { status: number | null }, reply: TwinReply): void {
  entry.status = reply.status;
  send(response, reply);
}

function send(response: ServerResponse, reply: TwinReply): void {
  const headers = { ...reply.headers };
  let body: string | Buffer = "";
  if (Buffer.isBuffer(reply.body) || typeof reply.body === "string") body = reply.body;
  else if (reply.body !== undefined) {
    headers["content-type"] ??= "application/json";
    body = JSON.stringify(reply.body);
  }
  // Without a length Node sends chunks, which cost both sides more. A 204 and a 304 must not name one.
  if (reply.status !== 204 && reply.status !== 304) headers["content-length"] = String(Buffer.byteLength(body));
  response.writeHead(reply.status, headers).end(body);
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    // DATEV refuses files above 50 MB with an error of its own, so the limit here is higher.
    if (size > 60_000_000) throw new Error("body over 60 MB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
