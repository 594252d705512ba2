import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { isFollowed, linkOf } from "./followed-link";

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
      const link = linkOf(event);
      if (!link || !isFollowed(link, event)) return;
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
