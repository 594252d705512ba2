"use client";

import { useEffect, useRef } from "react";
import { leaveForOutagePage } from "@/components/action/outage";
import { useCalmRefresh } from "./use-calm-refresh";

const EVERY_MS = 3_000;

/**
 * Keeps the screen up to date without a reload. While the page is visible it polls the version of the supplier's data,
 * and renders the page again when that version changes.
 */
export function Pulse({ customerId, rendered }: { customerId: string; rendered: string }) {
  const { refresh, isComing } = useCalmRefresh();
  const coming = useRef(false);
  useEffect(() => {
    coming.current = isComing;
  }, [isComing]);
  useEffect(() => {
    const stop = new AbortController();
    let stamp = rendered;
    let asking = false;
    async function beat(): Promise<void> {
      if (document.visibilityState !== "visible" || asking || coming.current) return;
      asking = true;
      // A failed poll means nothing: the next one follows in three seconds.
      const response = await fetch(`/api/v1/customers/${customerId}/pulse`, { signal: stop.signal }).catch(
        () => undefined,
      );
      asking = false;
      if (stop.signal.aborted) return;
      if (response?.status === 503) return leaveForOutagePage();
      if (response?.status === 401) return refresh();
      if (!response?.ok) return;
      // An answer that breaks off between head and body is ignored as well.
      const answer = await response.json().catch(() => undefined);
      if (!answer || stop.signal.aborted) return;
      const next = (answer as { stamp: string }).stamp;
      if (next !== stamp) refresh();
      stamp = next;
    }
    const timer = setInterval(() => void beat(), EVERY_MS);
    const onVisible = () => void beat();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [customerId, rendered, refresh]);
  return null;
}
