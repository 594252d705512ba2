import { z } from "zod";
import { ProviderError, type ProviderErrorKind } from "@/lib/core/web/provider-error";
import { jsonOf, word } from "../../reading";

const wireDetail = z.object({ violation: word, field: word, message: word }).catch({});
const wireIssue = z.object({ i18nKey: word, source: word }).catch({});

/** Lexware's three error bodies: regular (`message`, `details`), legacy (`IssueList`) and gateway (`message`). */
const wireError = z.object({
  message: word,
  error: word,
  details: z.array(wireDetail).optional().catch(undefined),
  IssueList: z.array(wireIssue).optional().catch(undefined),
});

type ErrorBody = z.output<typeof wireError>;

/** Maximum number of details in a message, as many as a person will read. */
const DETAILS = 3;
const DETAIL_LENGTH = 300;

/** Returns the ProviderError for an error answer. A 406 means "validation failed" here, not "not acceptable". */
export function lexwareError(status: number, text: string): ProviderError {
  const body: ErrorBody = wireError.safeParse(jsonOf(text)).data ?? {};
  const [issue, detail] = [body.IssueList?.[0], body.details?.[0]];
  const code = joined(issue?.source, issue?.i18nKey) ?? joined(detail?.field, detail?.violation) ?? body.error;
  const message = [body.message ?? code ?? "no message", detailText(body.details)].filter(Boolean).join(" ");
  return new ProviderError(kindOf(status, issue?.source), `Lexware ${status}: ${message}`, code);
}

function joined(...words: (string | undefined)[]): string | undefined {
  return words.filter(Boolean).join(":") || undefined;
}

/**
 * Returns the text of the details, because the message is always the same ("Validation failed for request."). A problem
 * that all lines of an array share is stated once, without their positions.
 */
function detailText(details: ErrorBody["details"] = []): string {
  const texts = details.flatMap(({ field = "?", message }) =>
    message ? [`${field.replace(/^\[\d+\]\./, "")}: ${message}`] : [],
  );
  return [...new Set(texts)].slice(0, DETAILS).join("; ").slice(0, DETAIL_LENGTH);
}

function kindOf(status: number, source: string | undefined): ProviderErrorKind {
  if (status === 401) return "auth";
  if (status === 402 || status === 403) return "forbidden";
  if (status === 404) return "not_found";
  if (status === 429) return "rate_limited";
  // A stale version is 409 in the documentation, but was seen live as 406 with the source "version".
  if (status === 409 || (status === 406 && source === "version")) return "conflict";
  if (status >= 500) return "unavailable";
  return "refused";
}
