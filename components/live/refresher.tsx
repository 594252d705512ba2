"use client";

import { useEffect, useRef } from "react";
import { useCalmRefresh } from "./use-calm-refresh";

/**
 * While something moves that one watches: the screen is rendered again every second, or every so many milliseconds and
 * so often at most, unless nobody looks.
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
