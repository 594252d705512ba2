"use client";

import { useEffect } from "react";
import { useCalmRefresh } from "./use-calm-refresh";

const EVERY_MS = 1_000;

/** While something moves that one watches: the screen is rendered again every second, unless nobody looks. */
export function Refresher() {
  const { refresh, isComing } = useCalmRefresh();
  useEffect(() => {
    if (isComing) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh, isComing]);
  return null;
}
