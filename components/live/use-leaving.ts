import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { isFollowed, linkOf } from "@/components/ui/followed-link";

/** Whatever has not loaded after this time is given up: a chunk of the page's code, or the page itself. */
export const LOST_AFTER_MS = 120_000;

interface Destination {
  href: string;
  /** Another page, or another filter or page number of the same one. */
  kind: "page" | "step";
}

/** Returns the destination of a link of ours that was followed in this window, until its page is shown. */
export function useLeaving(): Destination | undefined {
  const address = `${usePathname()}?${useSearchParams()}`;
  const [leaving, setLeaving] = useState<{ from: string; to: Destination }>();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = linkOf(event);
      if (!link || !isFollowed(link, event)) return;
      const { pathname, search } = window.location;
      setLeaving({
        from: `${pathname}?${new URLSearchParams(search)}`,
        to: { href: link.href, kind: link.pathname === pathname ? "step" : "page" },
      });
    };
    document.addEventListener("click", follow, true);
    return () => document.removeEventListener("click", follow, true);
  }, []);
  useEffect(() => {
    if (!leaving) return;
    // By now the page is being loaded as a whole, or there is no network for that.
    const timer = setTimeout(() => setLeaving(undefined), LOST_AFTER_MS + 1_000);
    return () => clearTimeout(timer);
  }, [leaving]);
  // The page has arrived. Reset now, because going back to the first page must not count as leaving it again.
  if (leaving && leaving.from !== address) setLeaving(undefined);
  return leaving?.from === address ? leaving.to : undefined;
}
