import { randomUUID } from "node:crypto";
import { ReplyError, type TwinReply } from "../kit/http";

export interface ErrorDetail {
  field?: string;
  reason?: string;
  message: string;
  request_pointer?: string;
  links?: Record<string, string>;
}

type ErrorType = "gocardless" | "invalid_api_usage" | "invalid_state" | "validation_failed";

const DOCS = "https://developer.gocardless.com/api-reference";

/** Returns the vendor's error envelope. */
export function errorReply(status: number, type: ErrorType, message: string, errors: ErrorDetail[]): TwinReply {
  const anchor = errors[0]?.reason ?? type;
  const error = {
    message,
    type,
    code: status,
    request_id: randomUUID(),
    documentation_url: `${DOCS}#${anchor}`,
    errors,
  };
  return { status, body: { error } };
}

/** Returns an error for wrong use of the API: path, headers, syntax or permissions. */
export function invalidUsage(status: number, reason: string, message: string): ReplyError {
  return new ReplyError(errorReply(status, "invalid_api_usage", message, [{ reason, message }]));
}

/** Returns an error for a call that the resource's status does not allow. */
export function invalidState(
  reason: string,
  message: string,
  links?: Record<string, string>,
  status = 422,
): ReplyError {
  const detail: ErrorDetail = links ? { reason, message, links } : { reason, message };
  return new ReplyError(errorReply(status, "invalid_state", message, [detail]));
}

/**
 * Returns an error for a value of the right type that is not acceptable. `pointer` starts with the envelope, e.g.
 * `/payments/amount`.
 */
export function validationFailed(pointer: string, message: string): ReplyError {
  const field = pointer.slice(pointer.lastIndexOf("/") + 1);
  const detail: ErrorDetail = { field, message, request_pointer: pointer };
  return new ReplyError(errorReply(422, "validation_failed", "Validation failed", [detail]));
}

/** Returns an error for a required parameter that is missing or has another type. */
export function invalidType(pointer: string, message: string): ReplyError {
  const field = pointer.slice(pointer.lastIndexOf("/") + 1);
  const detail: ErrorDetail = { reason: "invalid_type", field, message, request_pointer: pointer };
  const text = "One of your parameters was incorrectly typed";
  return new ReplyError(errorReply(422, "invalid_api_usage", text, [detail]));
}

export function notFound(): ReplyError {
  return invalidUsage(404, "resource_not_found", "Resource not found");
}

export function conflict(existingId: string): ReplyError {
  const message = "A resource has already been created with this idempotency key";
  return invalidState("idempotent_creation_conflict", message, { conflicting_resource_id: existingId }, 409);
}
