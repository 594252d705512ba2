import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { isFollowed, linkOf } from "@/components/ui/followed-link";

/** What has not come by then does not come any more: a part of the page's code, or the page itself. */
export const LOST_AFTER_MS = 120_000;

interface Destination {
  href: string;
  /** Another page, or a filter or step of this one. */
  kind: "page" | "step";
}

/** From the moment a link of ours was followed in this window until its page stands. */
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
    // By now it is being loaded whole, or there is no network to do that.
    const timer = setTimeout(() => setLeaving(undefined), LOST_AFTER_MS + 1_000);
    return () => clearTimeout(timer);
  }, [leaving]);
  // Arrived: the step back to where it was followed is not the same way once more.
  if (leaving && leaving.from !== address) setLeaving(undefined);
  return leaving?.from === address ? leaving.to : undefined;
}
