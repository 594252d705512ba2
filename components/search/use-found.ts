import { useEffect, useState } from "react";
import type { FoundGroups } from "@/lib/search/types";
import { find } from "./find";

/** Typing continues for this long before a query is sent. */
const TYPING_MS = 150;

export interface FoundState {
  /** The query that `groups` belong to. */
  query: string;
  groups?: FoundGroups;
  hasFailed: boolean;
}

/** Follows the typing: the newest query wins, and the previous results stay until its answer has come. */
export function useFound(typed: string): FoundState & { isWaiting: boolean } {
  const query = typed.trim();
  const [found, setFound] = useState<FoundState>({ query: "", hasFailed: false });
  useEffect(() => {
    if (query === "") return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      find(query, asked.signal)
        .then((groups) => setFound({ query, groups, hasFailed: !groups }))
        // A newer query has replaced this one.
        .catch(() => undefined);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [query]);
  if (query === "") return { query, hasFailed: false, isWaiting: false };
  return { ...found, isWaiting: found.query !== query };
}
