import { ProviderError, type ProviderErrorKind } from "@/lib/core/provider-error";

/** Lexware's three error bodies: regular (`message`, `details`), legacy (`IssueList`), gateway (`message`). */
interface ErrorBody {
  message?: string;
  error?: string;
  details?: { violation?: string; field?: string; message?: string }[];
  IssueList?: { i18nKey?: string; source?: string; type?: string }[];
}

/** Turns an answer that is no success into our error; 406 means "validation failed" here, not "not acceptable". */
export function lexwareError(status: number, text: string): ProviderError {
  const body = parse(text);
  const issue = body.IssueList?.[0];
  const detail = body.details?.[0];
  const code = issue ? `${issue.source}:${issue.i18nKey}` : detail ? `${detail.field}:${detail.violation}` : body.error;
  return new ProviderError(
    kindOf(status, issue?.source),
    `Lexware ${status}: ${body.message ?? code ?? "no message"}`,
    code,
  );
}

function kindOf(status: number, source: string | undefined): ProviderErrorKind {
  if (status === 401) return "auth";
  if (status === 402 || status === 403) return "forbidden";
  if (status === 404) return "not_found";
  if (status === 429) return "rate_limited";
  // A stale version is 409 by the documents, and was seen live as 406 with the source "version".
  if (status === 409 || (status === 406 && source === "version")) return "conflict";
  if (status >= 500) return "unavailable";
  return "refused";
}

function parse(text: string): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    return {};
  }
}
