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
  /** Host and protocol the caller used, for absolute links. */
  origin: string;
}

export interface TwinReply {
  status: number;
  headers?: Record<string, string>;
  /** Objects and arrays are sent as JSON, strings and buffers as they are. */
  body?: unknown;
}

export type Handler = (request: TwinRequest) => TwinReply | Promise<TwinReply>;

/** Thrown by handlers to answer at once. */
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
  /** What the vendor answers for an unknown path or method. */
  notFound: (reason: "path" | "method", request: TwinRequest) => TwinReply;
  /** What the vendor answers when it limits the caller (used by the fault `status-429`). */
  tooMany: () => TwinReply;
  /** Paths on which faults do not strike, for example pages a person opens. */
  faultFree?: (path: string) => boolean;
  /** Whose call it is, so that a fault can strike one of many; undefined if the call does not say. */
  organisationOf?: (request: TwinRequest) => string | undefined;
  /** Lists in answers, so that `partial-page` can cut them: returns the cut body, or undefined if it is no list. */
  cutPage?: (body: unknown) => unknown | undefined;
}

/** How long an answer is held back by `slow`, and by the two time-outs before the socket is closed. */
export const SLOW_MS = 3_000;
export const TIMEOUT_MS = 45_000;

/** Twins are for this machine only; a container sets SANDBOX_HOST to be reachable from outside of it. */
export const HOST = process.env.SANDBOX_HOST || "127.0.0.1";

/** Starts one twin. Faults strike around the handler; state is flushed before the answer leaves. */
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

/** What a gateway says by itself, to people. */
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
  response.writeHead(reply.status, headers).end(body);
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    // DATEV refuses what is above 50 MB, in words of its own.
    if (size > 60_000_000) throw new Error("body over 60 MB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
