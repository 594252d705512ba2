import { z } from "zod";
import { ProviderError, type ProviderErrorKind } from "@/lib/core/provider-error";
import { jsonOf, word } from "../../reading";

/** No document tells the form of errors: `error.message` was seen most, `message` alone sometimes, plain text at times. */
const wireError = z.object({
  message: word,
  error: z
    .object({ message: word, code: z.union([z.string(), z.number()]).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

const LONGEST_MESSAGE = 200;

/** Turns an answer that is no success into our error. What a body gets wrong is 400 in old accounts and 422 in new ones. */
export function sevdeskError(status: number, text: string, retryAfter: string | null): ProviderError {
  const body: z.output<typeof wireError> = wireError.safeParse(jsonOf(text)).data ?? {};
  const message = body.error?.message ?? body.message ?? "no message";
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ProviderError(
    kindOf(status),
    `sevdesk ${status}: ${message.slice(0, LONGEST_MESSAGE)}`,
    body.error?.code?.toString(),
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
