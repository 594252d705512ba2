import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";

/** A page that never comes is told by its own fault, not by signs of waiting that stay for ever. */
const AT_MOST_MS = 60_000;

/** What a followed link leads to: another page, or a filter or step of this one. */
type Destination = "page" | "step";

/** From the moment a link of ours was followed in this window until its page stands. */
export function useLeaving(): Destination | undefined {
  const address = `${usePathname()}?${useSearchParams()}`;
  const [leaving, setLeaving] = useState<{ from: string; to: Destination }>();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || !isFollowed(link, event)) return;
      const { pathname, search } = window.location;
      setLeaving({
        from: `${pathname}?${new URLSearchParams(search)}`,
        to: link.pathname === pathname ? "step" : "page",
      });
    };
    document.addEventListener("click", follow, true);
    return () => document.removeEventListener("click", follow, true);
  }, []);
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => setLeaving(undefined), AT_MOST_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return leaving?.from === address ? leaving.to : undefined;
}

/** To another address of ours, in this window. */
function isFollowed(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return false;
  return link.pathname !== window.location.pathname || link.search !== window.location.search;
}
