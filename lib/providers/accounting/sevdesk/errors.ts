import { ProviderError, type ProviderErrorKind } from "@/lib/core/provider-error";

/** No document tells the form of errors: `error.message` was seen most, `message` alone sometimes, plain text at times. */
interface ErrorBody {
  message?: string;
  error?: { message?: string; code?: number | string | null } | null;
}

const LONGEST_MESSAGE = 200;

/** Turns an answer that is no success into our error. What a body gets wrong is 400 in old accounts and 422 in new ones. */
export function sevdeskError(status: number, text: string, retryAfter: string | null): ProviderError {
  const body = parse(text);
  const message = body.error?.message ?? body.message ?? "no message";
  const code = body.error?.code === undefined || body.error.code === null ? undefined : String(body.error.code);
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ProviderError(
    kindOf(status),
    `sevdesk ${status}: ${message.slice(0, LONGEST_MESSAGE)}`,
    code,
    Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  );
}

function kindOf(status: number): ProviderErrorKind {
  if (status === 401) return "auth";
  if (status === 402 || status === 403) return "forbidden";
  if (status === 404) return "not_found";
  if (status === 409) return "conflict";
  if (status === 429) return "rate_limited";
  if (status >= 500) return "unavailable";
  return "refused";
}

function parse(text: string): ErrorBody {
  try {
    return (JSON.parse(text) as ErrorBody | null) ?? {};
  } catch {
    return {};
  }
}
