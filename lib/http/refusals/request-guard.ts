import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { newId } from "@/lib/core/formats/ids";
import { log } from "@/lib/core/telemetry/log";
import { ERROR_STATUS, type ErrorCode } from "@/lib/core/web/errors";
import { isMisspelt, isOfApi } from "@/lib/http/api-address";
import { maxBodyBytes } from "@/lib/http/body/limits";
import { problemBody, problemHeaders } from "./problem-body";

/** The methods that Next.js supports. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** How long the connection stays open after a refusal. Closed at once, it can lose the answer before it is read. */
const LINGER_MS = 1_000;

/**
 * Refuses three kinds of requests before Next.js handles them.
 *
 * Bodies that are too large get 413 at every address of this process: pages, server actions, API calls, files and
 * unknown addresses. Bytes beyond the limit are discarded.
 *
 * Misspelt API addresses get 404. Next.js would redirect some and answer others with a 400 without a problem body.
 *
 * Methods that no route supports get 501 (RFC 9110, 15.6.2). Next.js would answer TRACE with 500 and others with an
 * empty 400.
 */
export function guardRequests(): void {
  const guarded = new WeakSet<Server>();
  // Node.js publishes this event before it calls the listeners, so the first request of a server is guarded, too.
  subscribe("http.server.request.start", (message) => {
    const { server } = message as { server: Server };
    if (guarded.has(server)) return;
    guarded.add(server);
    guard(server);
  });
}

function guard(server: Server): void {
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const refuse = ({ status, head, body }: Refusal) => {
      // Node.js discards the rest of the body as it arrives, so the caller can read the answer.
      response.writeHead(status, head).end(body);
    };
    if (!METHODS.includes(request.method ?? "")) return refuse(refusal(path, "method_unknown"));
    const maxBytes = maxBodyBytes(path);
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) return refuse(tooLarge(path, maxBytes));
    if (isMisspelt(path)) return refuse(refusal(path, "not_found"));
    // Next.js' client scripts send this header to load a part of a page. Next.js 16.4 would redirect an API call that
    // has it.
    if (isOfApi(path)) delete request.headers.rsc;
    if (request.headers["transfer-encoding"]) limitChunks(request, response, { path, maxBytes });
    for (const listener of listeners) listener.call(server, request, response);
  });
}

function limitChunks(
  request: IncomingMessage,
  response: ServerResponse,
  { path, maxBytes }: { path: string; maxBytes: number },
): void {
  const push = request.push.bind(request);
  let length = 0;
  let isRefused = false;
  request.push = (chunk: Buffer | null, encoding) => {
    if (isRefused) return true;
    length += chunk?.byteLength ?? 0;
    if (length <= maxBytes) return push(chunk, encoding);
    isRefused = true;
    refuseMidway(request, response, tooLarge(path, maxBytes));
    return true;
  };
}

/** Refuses a body that exceeds the limit while it arrives. A handler that is reading it sees the connection close. */
function refuseMidway(request: IncomingMessage, response: ServerResponse, { status, head, body }: Refusal): void {
  const { socket } = request;
  const isAnswering = response.headersSent || response.socket !== socket;
  if (!isAnswering) {
    const lines = Object.entries({ ...head, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} Payload Too Large\r\n${lines.join("")}\r\n${body}`);
  }
  setTimeout(() => request.destroy(), isAnswering ? 0 : LINGER_MS);
}

interface Refusal {
  status: number;
  head: Record<string, string>;
  body: string;
}

function tooLarge(path: string, maxBytes: number): Refusal {
  log.warn({ path, maxBytes }, "body too large");
  return refusal(path, "request_too_large");
}

function refusal(path: string, code: ErrorCode): Refusal {
  const requestId = newId("request");
  log.info({ requestId, path, code }, "request refused");
  const isCall = isOfApi(path);
  const problem = problemBody(code, requestId);
  const body = isCall ? JSON.stringify(problem) : `${problem.title}\n`;
  const head = {
    ...problemHeaders(code, requestId),
    ...(isCall ? {} : { "content-type": "text/plain; charset=utf-8" }),
    "content-length": String(Buffer.byteLength(body)),
    "x-content-type-options": "nosniff",
  };
  return { status: ERROR_STATUS[code], head, body };
}
