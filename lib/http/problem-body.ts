import { brand } from "@/lib/core/brand";
import { ERROR_STATUS, type ErrorCode, type FieldError } from "@/lib/core/errors";

/** RFC 9457 body. `errorCode` is absent when the caller is simply not signed in: the client then ends its session. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  requestId: string;
  errorCode?: string;
  fields?: FieldError[];
  /** The marker by which clients of the sign-in know that a code is missing. */
  twoFactorRequired?: true;
}

/** The body of every refusal, whichever layer refuses. It knows no database, so the guard before Next.js can use it, too. */
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

/** How to sign in, as every answer with 401 has to say (RFC 9110, 15.5.2). Browsers ask for no password because of it. */
export const CHALLENGE = `Bearer realm="${brand.name}"`;

/** The headers of every refusal. It is about one request and must not be kept for the next one. */
export function problemHeaders(code: ErrorCode, requestId: string): Record<string, string> {
  return {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "x-request-id": requestId,
    ...(ERROR_STATUS[code] === 401 ? { "www-authenticate": CHALLENGE } : {}),
  };
}
