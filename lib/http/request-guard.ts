import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { ERROR_STATUS, type ErrorCode } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { isMisspelt, isOfApi } from "./api-address";
import { maxBodyBytes } from "./body-limits";
import { problemBody, problemHeaders } from "./problem-body";

/** Those that Next.js knows. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Time for the caller to read the refusal; a connection that is closed at once can lose it on its way. */
const LINGER_MS = 1_000;

/**
 * Refuses three kinds of requests before Next.js sees them. Bodies that are too large get 413 at every address that this process
 * answers: pages, server actions, calls, files, and addresses that do not exist; body bytes beyond the limit are never kept.
 * Misspelt addresses of the API get 404: Next.js would redirect some of them and answer others with 400 and no problem. Methods
 * that nothing here knows get 501 (RFC 9110, 15.6.2): Next.js answers TRACE with 500 and others with an empty 400.
 */
export function guardRequests(): void {
  const guarded = new WeakSet<Server>();
  // Node.js publishes this before it calls the listeners, so the first request of a server is guarded, too.
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
      // Node.js drops the rest of the body as it comes in, so the caller gets to read the answer.
      response.writeHead(status, head).end(body);
    };
    if (!METHODS.includes(request.method ?? "")) return refuse(refusal(path, "method_unknown"));
    const maxBytes = maxBodyBytes(path);
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) return refuse(tooLarge(path, maxBytes));
    if (isMisspelt(path)) return refuse(refusal(path, "not_found"));
    // By this header Next.js' own scripts ask for a part of a page; a call with it would be redirected (Next.js 16.4).
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

/** To the handler, which may be reading already, the caller goes away in the middle of the body. */
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
