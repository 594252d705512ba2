import { type RefObject, useEffect } from "react";
import { isFollowed, linkOf, noteFollowed } from "./followed-link";
import { useRouter } from "./use-router";

/** Elements that have their own reaction to a click. */
const CONTROLS = "a, button, input, label, select, textarea, summary, details, form";

/** The row's own link, and a link in the row to something else, e.g. to the payer of an invoice. */
const FOLLOWED = ".row-link, .row-aside";

/** Returns the link of the row that an event happened in; undefined if it hit an element with its own reaction. */
function rowLinkOf(event: Event): HTMLAnchorElement | undefined {
  const own = linkOf(event);
  if (own) return own.matches(FOLLOWED) ? own : undefined;
  const { target } = event;
  if (!(target instanceof Element) || target.closest(CONTROLS)) return undefined;
  return target.closest("tr, li")?.querySelector<HTMLAnchorElement>("a.row-link") ?? undefined;
}

/**
 * Makes rows with a link (`a.row-link`) open on a click anywhere, except on their own controls and while text is being
 * selected. A second link of a row has the class `row-aside`. They are followed and prefetched as by `Link`, but by listeners of the whole list. A list has dozens of
 * rows, and a link component would cost more to render than the rest of its row.
 */
export function useOpenRows(list: RefObject<HTMLElement | null>, scroll: boolean): void {
  const router = useRouter();
  useEffect(() => {
    const heard = new AbortController();
    const follow = (event: MouseEvent) => {
      const link = rowLinkOf(event);
      if (!link || event.defaultPrevented) return;
      if (linkOf(event) !== link) return openFromRow(link, event);
      if (!isFollowed(link, event)) return;
      event.preventDefault();
      noteFollowed(link);
      // A link to something else opens a page of its own, from its top.
      router.push(`${link.pathname}${link.search}`, { scroll: scroll || link.matches(".row-aside") });
    };
    const openApart = (event: MouseEvent) => {
      const link = rowLinkOf(event);
      if (link && linkOf(event) !== link && event.button === 1) window.open(link.href, "_blank", "noopener");
    };
    const fetchAhead = (event: Event) => {
      const link = rowLinkOf(event);
      if (link) router.prefetch(`${link.pathname}${link.search}`);
    };
    const { signal } = heard;
    list.current?.addEventListener("click", follow, { signal });
    list.current?.addEventListener("auxclick", openApart, { signal });
    list.current?.addEventListener("pointerover", fetchAhead, { signal });
    list.current?.addEventListener("focusin", fetchAhead, { signal });
    return () => heard.abort();
  }, [router, scroll, list]);
}

/** Clicks the link itself, so that all other listeners for links react as well. */
function openFromRow(link: HTMLAnchorElement, event: MouseEvent): void {
  if (event.button !== 0 || window.getSelection()?.isCollapsed === false) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey) window.open(link.href, "_blank", "noopener");
  else link.click();
}
