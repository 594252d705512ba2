import { type RefObject, useEffect } from "react";
import { isFollowed, linkOf, noteFollowed } from "./followed-link";
import { useRouter } from "./use-router";

/** What has a use of its own when it is pressed. */
const CONTROLS = "a, button, input, label, select, textarea, summary, details, form";

/** The link of the row that an event happened in; undefined on what is pressed for something else. */
function rowLinkOf(event: Event): HTMLAnchorElement | undefined {
  const own = linkOf(event);
  if (own) return own.matches(".row-link") ? own : undefined;
  const { target } = event;
  if (!(target instanceof Element) || target.closest(CONTROLS)) return undefined;
  return target.closest("tr, li")?.querySelector<HTMLAnchorElement>("a.row-link") ?? undefined;
}

/**
 * Rows that are links (`a.row-link`): each opens wherever it is pressed, but for its own controls and while its text is being
 * selected. They are followed, and fetched ahead, as `Link` does it, but by listeners of the list: a list has rows by the
 * dozen, and a link that looks after itself costs more to render than all else in its row.
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
      router.push(`${link.pathname}${link.search}`, { scroll });
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

/** As if the link itself had been pressed, so that whatever else listens to links hears of it. */
function openFromRow(link: HTMLAnchorElement, event: MouseEvent): void {
  if (event.button !== 0 || window.getSelection()?.isCollapsed === false) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey) window.open(link.href, "_blank", "noopener");
  else link.click();
}
