import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { ERROR_STATUS } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { maxBodyBytes } from "./body-limits";

/** Time for the caller to read the refusal; a connection that is closed at once can lose it on its way. */
const LINGER_MS = 1_000;

/**
 * Refuses bodies that are too large with 413 before Next.js sees them, at every address that this process answers: pages,
 * server actions, calls, files, and addresses that do not exist. Body bytes beyond the limit are never kept.
 */
export function limitBodies(): void {
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
    const maxBytes = maxBodyBytes(path);
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      const { head, body } = refusal(path, maxBytes);
      // Node.js drops the rest of the body as it comes in, so the caller gets to read the answer.
      response.writeHead(ERROR_STATUS.request_too_large, head).end(body);
      return;
    }
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
    refuseMidway(request, response, refusal(path, maxBytes));
    return true;
  };
}

/** To the handler, which may be reading already, the caller goes away in the middle of the body. */
function refuseMidway(request: IncomingMessage, response: ServerResponse, { head, body }: Refusal): void {
  const { socket } = request;
  const isAnswering = response.headersSent || response.socket !== socket;
  if (!isAnswering) {
    const lines = Object.entries({ ...head, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${ERROR_STATUS.request_too_large} Payload Too Large\r\n${lines.join("")}\r\n${body}`);
  }
  setTimeout(() => request.destroy(), isAnswering ? 0 : LINGER_MS);
}

interface Refusal {
  head: Record<string, string>;
  body: string;
}

function refusal(path: string, maxBytes: number): Refusal {
  const requestId = newId("request");
  const code = "request_too_large";
  log.warn({ requestId, path, maxBytes, code }, "body too large");
  const isCall = path.startsWith("/api/");
  const title = code.replaceAll("_", " ");
  const problem = { type: `about:blank#${code}`, title, status: ERROR_STATUS[code], requestId, errorCode: code };
  const body = isCall ? JSON.stringify(problem) : `${title}\n`;
  const head = {
    "content-type": isCall ? "application/problem+json" : "text/plain; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
  return { head, body };
}
