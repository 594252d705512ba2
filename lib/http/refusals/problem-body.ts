import { brand } from "@/lib/core/brand";
import { ERROR_STATUS, type ErrorCode, type FieldError } from "@/lib/core/web/errors";

/** Body of a refusal (RFC 9457). `errorCode` is absent only if the caller is not signed in: clients end the session. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  requestId: string;
  errorCode?: string;
  fields?: FieldError[];
  /** Set if the two-factor code is missing; clients then ask for one. */
  twoFactorRequired?: true;
}

/** Returns the body of a refusal. Needs no database, so the guard that runs before Next.js can use it, too. */
export function problemBody(
  code: ErrorCode,
  requestId: string,
  { detail, fields = [] }: { detail?: string; fields?: FieldError[] } = {},
): Problem {
  return {
    type: `about:blank#${code}`,
    title: code.replaceAll("_", " "),
    status: ERROR_STATUS[code],
    detail,
    requestId,
    errorCode: code === "unauthenticated" ? undefined : code,
    fields: fields.length > 0 ? fields : undefined,
    twoFactorRequired: code === "two_factor_required" ? true : undefined,
  };
}

/** Value of `WWW-Authenticate`, required with 401 (RFC 9110, 15.5.2). Browsers show no password prompt for `Bearer`. */
export const CHALLENGE = `Bearer realm="${brand.name}"`;

/** Returns the headers of a refusal. It concerns one request, so it must not be stored for the next one. */
export function problemHeaders(code: ErrorCode, requestId: string): Record<string, string> {
  return {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "x-request-id": requestId,
    ...(ERROR_STATUS[code] === 401 ? { "www-authenticate": CHALLENGE } : {}),
  };
}
