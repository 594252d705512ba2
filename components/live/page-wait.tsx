"use client";

import { type ReactNode, useEffect, useState } from "react";
import { PageOutline } from "./page-outline";
import { LOST_AFTER_MS, useLeaving } from "./use-leaving";

/** As long as nobody takes a page for slow. */
const UNNOTICED_MS = 750;

/**
 * Keeps the page that stands until the next one is there, and gives way to an outline when that takes long. A boundary of
 * the framework would show the outline at once, and hold back a page that is opened directly until its scripts run. One
 * that is lost on its way is loaded whole.
 */
export function PageWait({ label, children }: { label: string; children: ReactNode }) {
  const leaving = useLeaving();
  const isLeaving = leaving?.kind === "page";
  const [isLate, setIsLate] = useState(false);
  const href = leaving?.href;
  useEffect(() => {
    if (!href) return;
    const timer = setTimeout(() => {
      // Without a network the page that stands is better than the browser's own.
      if (navigator.onLine) window.location.assign(href);
    }, LOST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [href]);
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
      {isLate ? <PageOutline label={label} /> : null}
    </>
  );
}
