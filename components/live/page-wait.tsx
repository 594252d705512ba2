"use client";

import { type ReactNode, useEffect, useState } from "react";
import { PageOutline } from "./page-outline";
import { LOST_AFTER_MS, useLeaving } from "./use-leaving";

/** How long nobody finds a page slow. */
const UNNOTICED_MS = 750;

/**
 * Shows the old page until the next one has loaded; after 750 ms it shows an outline instead. A `Suspense` boundary of
 * the framework would show the outline at once. It would also hide a page opened directly until its scripts run. If the
 * next page does not arrive in time, the browser loads it as a whole.
 */
export function PageWait({ label, children }: { label: string; children: ReactNode }) {
  const leaving = useLeaving();
  const isLeaving = leaving?.kind === "page";
  const [isLate, setIsLate] = useState(false);
  const href = leaving?.href;
  useEffect(() => {
    if (!href) return;
    const timer = setTimeout(() => {
      // Without a network the old page is better than the browser's error page.
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
