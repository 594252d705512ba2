"use client";

import { useEffect, useRef } from "react";
import { refusalOf } from "@/lib/vendors/types";

/** The screen says that it continues within ten seconds, however slow the vendor is. */
const PATIENCE_MS = 10_000;

/**
 * Sends the vendor's answer to our API, then opens `next`, also after a failure, because the dashboard shows what is
 * connected. If the account was refused, it opens the page of connections: that explains the refusal, and the account
 * in the way can be disconnected there.
 */
export function FinishConnecting({ endpoint, next = "/app" }: { endpoint: string; next?: string }) {
  const hasStarted = useRef(false);
  useEffect(() => {
    // A code is valid for one exchange, and effects run twice in development.
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
