"use client";

import { useEffect, useRef } from "react";
import { leaveForOutagePage } from "@/components/action/outage";
import { useCalmRefresh } from "./use-calm-refresh";

const EVERY_MS = 3_000;

/**
 * Keeps the screen true without a reload: asks for a small stamp while somebody looks, and renders again when
 * it is no longer the one that the page was rendered with.
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
      // An unanswered beat is no news: the next one comes in three seconds.
      const response = await fetch(`/api/v1/customers/${customerId}/pulse`, { signal: stop.signal }).catch(
        () => undefined,
      );
      asking = false;
      if (stop.signal.aborted) return;
      if (response?.status === 503) return leaveForOutagePage();
      if (response?.status === 401) return refresh();
      if (!response?.ok) return;
      // Stopped between the head and the body of the answer, it is no news either.
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
