"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";

/** A page that never comes is told by its own fault, not by a bar that runs for ever. */
const AT_MOST_MS = 60_000;

/** From 750 ms after a link was followed until its page stands; filters and steps of a list keep their page otherwise. */
export function LoadingBar({ label }: { label: string }) {
  const address = `${usePathname()}?${useSearchParams()}`;
  const [leaving, setLeaving] = useState<string>();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || !isStep(link, event)) return;
      setLeaving(`${window.location.pathname}?${new URLSearchParams(window.location.search)}`);
    };
    document.addEventListener("click", follow, true);
    return () => document.removeEventListener("click", follow, true);
  }, []);
  useEffect(() => {
    if (leaving === undefined) return;
    const timer = setTimeout(() => setLeaving(undefined), AT_MOST_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  if (leaving !== address) return null;
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

/** To another page of ours, in this window. */
function isStep(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return false;
  return link.pathname !== window.location.pathname || link.search !== window.location.search;
}
