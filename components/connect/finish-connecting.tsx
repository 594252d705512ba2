"use client";

import { useEffect, useRef } from "react";
import { refusalOf } from "@/lib/connections/types";

/** The screen promises to go on within ten seconds, whatever the vendor does. */
const PATIENCE_MS = 10_000;

/**
 * Hands the vendor's answer to our API and goes on to the dashboard, also when that failed: it shows what is connected. An
 * account that was refused leads to where it is said why, and where the other one can be let go.
 */
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
      : Promise.resolve(undefined);
    void exchange.then(refusedWith).then((code) => {
      window.location.replace(code ? `/app/connections?refused=${code}` : next);
    });
  }, [endpoint, next]);
  return null;
}

async function refusedWith(answer: Response | undefined) {
  if (!answer || answer.ok) return undefined;
  const problem: unknown = await answer.json().catch(() => undefined);
  return problem instanceof Object && "errorCode" in problem ? refusalOf(problem.errorCode) : undefined;
}
