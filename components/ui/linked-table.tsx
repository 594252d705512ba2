"use client";

import { type ComponentProps, useEffect, useRef } from "react";
import { isFollowed, linkOf, noteFollowed } from "./followed-link";
import { useRouter } from "./use-router";

/**
 * A table whose rows are links. They are followed, and fetched ahead, as `Link` does it, but by listeners of the table: a
 * list has rows by the dozen, and a link that looks after itself costs more to render than all else in its row.
 */
export function LinkedTable({ scroll, ...table }: ComponentProps<"table"> & { scroll: boolean }) {
  const router = useRouter();
  const ref = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const heard = new AbortController();
    const rowLinkOf = (event: Event) => {
      const link = linkOf(event);
      return link?.matches(".row-link") ? link : undefined;
    };
    const follow = (event: MouseEvent) => {
      const link = rowLinkOf(event);
      if (!link || event.defaultPrevented || !isFollowed(link, event)) return;
      event.preventDefault();
      noteFollowed(link);
      router.push(`${link.pathname}${link.search}`, { scroll });
    };
    const fetchAhead = (event: Event) => {
      const link = rowLinkOf(event);
      if (link) router.prefetch(`${link.pathname}${link.search}`);
    };
    const { signal } = heard;
    ref.current?.addEventListener("click", follow, { signal });
    ref.current?.addEventListener("pointerover", fetchAhead, { signal });
    ref.current?.addEventListener("focusin", fetchAhead, { signal });
    return () => heard.abort();
  }, [router, scroll]);
  return <table ref={ref} {...table} />;
}
