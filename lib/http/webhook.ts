import { newId } from "@/lib/core/formats/ids";
import { log, withLogContext } from "@/lib/core/telemetry/log";
import { describeSpan, failSpan, inSpan } from "@/lib/core/telemetry/trace";
import { AppError } from "@/lib/core/web/errors";
import { readBytes } from "@/lib/http/body/bytes";
import { MAX_WEBHOOK_BYTES } from "@/lib/http/body/limits";
import { problemResponse } from "@/lib/http/refusals/problem";

interface WebhookSpec {
  provider: string;
  /** Status for a wrong signature. Each vendor expects its own. */
  badSignatureStatus: number;
  /** Stores the events and returns how many were new. */
  receive: (raw: Buffer, headers: Headers) => Promise<{ stored: number } | "bad-signature">;
}

/**
 * Declares a webhook: reads the raw body, checks the signature, stores the events, and answers after the commit. Our
 * own failures get a status outside of 2xx, so that the vendor sends the webhook again.
 */
export function webhook(spec: WebhookSpec): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = newId("request");
    const span = { name: `webhook ${spec.provider}`, kind: "server", ids: { requestId } } as const;
    return await withLogContext({ requestId }, () =>
      inSpan(span, async () => {
        const response = await answer(spec, request).catch((error: unknown) => {
          failSpan(error);
          return problemResponse(error, requestId);
        });
        describeSpan({ "http.response.status_code": response.status });
        return response;
      }),
    );
  };
}

async function answer(spec: WebhookSpec, request: Request): Promise<Response> {
  const raw = await readBytes(request, MAX_WEBHOOK_BYTES);
  if (!raw) throw new AppError("request_too_large", "The body is too large.");
  const result = await spec.receive(raw, request.headers);
  if (result === "bad-signature") {
    log.warn({ provider: spec.provider, bytes: raw.length }, "webhook with a wrong signature");
    const status = spec.badSignatureStatus;
    const headers: HeadersInit = status === 401 ? { "www-authenticate": "Signature" } : {};
    return Response.json({ error: "signature" }, { status, headers });
  }
  log.info({ provider: spec.provider, stored: result.stored }, "webhook stored");
  describeSpan({ "einzug.stored": result.stored });
  // Next.js would start a gzip stream for an answer without a length, to a sender that accepts gzip.
  const body = JSON.stringify({ stored: result.stored });
  const headers = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
  return new Response(body, { status: 202, headers });
}
