import { z } from "zod";
import { ProviderError, type ProviderErrorKind } from "@/lib/core/web/provider-error";
import { jsonOf, word } from "../../reading";

/**
 * The format of errors is not documented. Mostly we saw `error.message`, sometimes `message` alone, and at times plain
 * text.
 */
const wireError = z.object({
  message: word,
  error: z
    .object({ message: word, code: z.union([z.string(), z.number()]).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

const LONGEST_MESSAGE = 200;

/** Returns the ProviderError for an error answer. An invalid body is 400 in old accounts and 422 in new ones. */
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
