"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useLeaving } from "./use-leaving";

/** As long as nobody takes a page for slow. */
const UNNOTICED_MS = 750;

/**
 * Keeps the page that stands until the next one is there, and gives way to an outline when that takes long. A boundary of
 * the framework would show the outline at once, and hold back a page that is opened directly until its scripts run.
 */
export function PageWait({ outline, children }: { outline: ReactNode; children: ReactNode }) {
  const isLeaving = useLeaving() === "page";
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setIsLate(true), UNNOTICED_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isLeaving]);
  return (
    <>
      <div hidden={isLate}>{children}</div>
      {isLate ? outline : null}
    </>
  );
}
