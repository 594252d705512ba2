"use client";

import { useLeaving } from "./use-leaving";

/**
 * Appears 750 ms after a click on a link and stays until the new page is shown. Otherwise nothing would be visible,
 * because filters and pagers keep the old page meanwhile.
 */
export function LoadingBar({ label }: { label: string }) {
  if (!useLeaving()) return null;
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late overflow-hidden bg-line"
    >
      <div className="h-full w-1/3 animate-pass bg-action" />
    </div>
  );
}
