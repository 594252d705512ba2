import { ZodError, type z } from "zod";
import { isDatabaseDown, isWriteConflict } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { AppError, type ErrorCode, type FieldError, isErrorCode } from "@/lib/core/web/errors";
import { isUnreadable, ProviderError } from "@/lib/core/web/provider-error";
import { problemBody, problemHeaders } from "./problem-body";

/** Returns the refusal for an error. An unexpected error is logged and becomes `internal`, without its details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return new AppError(inputCode(error), "The request is not valid.", fieldErrors(error));
  if (error instanceof ProviderError) return providerRefusal(error);
  if (isDatabaseDown(error)) {
    log.error({ err: error }, "database unreachable");
    return new AppError("unavailable");
  }
  if (isWriteConflict(error)) {
    log.warn({ err: error }, "serialization failure or deadlock");
    return new AppError("conflict", "Somebody else changed this at the same moment. Try again.");
  }
  log.error({ err: error }, "unexpected error");
  return new AppError("internal", "Something went wrong on our side.");
}

/** Returns the code for invalid input. A schema may set its own (`params.errorCode`), if all issues have it. */
function inputCode(error: z.ZodError): ErrorCode {
  const codes = new Set(error.issues.map((issue) => (issue.code === "custom" ? issue.params?.errorCode : undefined)));
  const [code] = codes;
  return codes.size === 1 && isErrorCode(code) ? code : "invalid_input";
}

/** Assumed pause of a vendor that limits our calls without stating for how long. */
const PAUSE_MS = 5_000;

function providerRefusal(error: ProviderError): AppError {
  log.warn({ kind: error.kind, code: error.code, detail: error.message }, "provider error");
  if (error.kind === "auth") return new AppError("connection_revoked", "The connection is no longer accepted.");
  if (error.kind === "rate_limited") {
    const refusal = new AppError(
      "too_many_requests",
      "The other service takes no more calls for now. Try again later.",
    );
    refusal.retryAfterSeconds = Math.ceil((error.retryAfterMs ?? PAUSE_MS) / 1_000);
    return refusal;
  }
  if (error.isRetryable)
    return new AppError("provider_unavailable", "The other service did not answer. Try again later.");
  if (isUnreadable(error))
    return new AppError("provider_unavailable", "The other service answered in a form we do not know yet.");
  return new AppError("provider_refused", "The other service refused the request.");
}

export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => ({ field: issue.path.join("."), message: issue.message }));
}

export function problemResponse(error: unknown, requestId: string): Response {
  const refusal = toAppError(error);
  // The status alone does not distinguish a missing permission from a wrong origin: both are 403.
  log.info({ code: refusal.code, fields: refusal.fields.map(({ field }) => field) }, "call refused");
  const { code, message, fields, status } = refusal;
  const problem = problemBody(code, requestId, { detail: message === code ? undefined : message, fields });
  const headers = new Headers(problemHeaders(code, requestId));
  if (refusal.retryAfterSeconds) headers.set("retry-after", String(refusal.retryAfterSeconds));
  return new Response(JSON.stringify(problem), { status, headers });
}
