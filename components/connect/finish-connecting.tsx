"use client";

import { useEffect, useRef } from "react";

/** The screen promises to go on within ten seconds, whatever the vendor does. */
const PATIENCE_MS = 10_000;

/** Hands the vendor's answer to our API and goes on to the dashboard, also when that failed: it shows what is connected. */
export function FinishConnecting({ endpoint, next = "/app" }: { endpoint: string; next?: string }) {
  const hasStarted = useRef(false);
  useEffect(() => {
    // A code is good for one exchange; effects run twice in development.
    if (hasStarted.current) return;
    hasStarted.current = true;
    const query = new URLSearchParams(window.location.search);
    const exchange = query.has("code")
      ? fetch(`${endpoint}?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS), cache: "no-store" }).catch(
          () => undefined,
        )
      : Promise.resolve();
    void exchange.finally(() => window.location.replace(next));
  }, [endpoint, next]);
  return null;
}
