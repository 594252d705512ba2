/** Returns the link that an event happened on. */
export function linkOf(event: Event): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  return link instanceof HTMLAnchorElement ? link : undefined;
}

/** True if the click leads to another address of ours, in this window. */
export function isFollowed(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return false;
  return link.pathname !== window.location.pathname || link.search !== window.location.search;
}

let last = "";

/** Remembers the last row of a list that was followed in this window. */
export function noteFollowed({ pathname, search }: HTMLAnchorElement): void {
  last = pathname + search;
}

/** True if the current page is the one that this row opened, so that going back returns to the list. */
export function isLastFollowed(): boolean {
  return last !== "" && window.location.pathname + window.location.search === last;
}
