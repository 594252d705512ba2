import type { FoundGroups } from "@/lib/search/types";

/**
 * Returns what a query finds; undefined if no answer came, or one that is no result, e.g. the sign-in page.
 *
 * @throws DOMException `AbortError` if a newer query has replaced this one
 */
export async function find(query: string, signal: AbortSignal): Promise<FoundGroups | undefined> {
  try {
    const response = await fetch(`/app/search?query=${encodeURIComponent(query)}`, { signal });
    return response.ok && !response.redirected ? ((await response.json()) as FoundGroups) : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}
