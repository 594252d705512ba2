"use client";

import { useEffect, useRef } from "react";
import { useCalmRefresh } from "@/components/live/use-calm-refresh";

const EVERY_MS = 3_000;
const TRIES = 20;

/** The provider may need a moment after the payer's last click; the page looks again for a minute. */
export function AwaitSigning() {
  const { refresh, isComing } = useCalmRefresh();
  const left = useRef(TRIES);
  useEffect(() => {
    if (isComing) return;
    const timer = setInterval(() => {
      left.current -= 1;
      if (left.current < 0) clearInterval(timer);
      else refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh, isComing]);
  return null;
}
