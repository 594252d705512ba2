"use client";

import { useLeaving } from "./use-leaving";

/** From 750 ms after a link was followed until its page stands; filters and steps of a list keep their page otherwise. */
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
