"use client";

import { useEffect, useRef } from "react";
import { useCalmRefresh } from "./use-calm-refresh";

/**
 * Renders the screen again every `everyMs` milliseconds, at most `most` times, for a screen that shows something in
 * progress. Pauses while the page is not visible.
 */
export function Refresher({ everyMs = 1_000, most = Number.POSITIVE_INFINITY }: { everyMs?: number; most?: number }) {
  const { refresh, isComing } = useCalmRefresh();
  const done = useRef(0);
  useEffect(() => {
    if (isComing) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible" || done.current >= most) return;
      done.current += 1;
      refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [refresh, isComing, everyMs, most]);
  return null;
}
