/** The link that an event happened on. */
export function linkOf(event: Event): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  return link instanceof HTMLAnchorElement ? link : undefined;
}

/** True if the press leads to another address of ours, in this window. */
export function isFollowed(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return false;
  return link.pathname !== window.location.pathname || link.search !== window.location.search;
}

let last = "";

/** Keeps where a row of a list leads that was followed in this window, last of all. */
export function noteFollowed({ pathname, search }: HTMLAnchorElement): void {
  last = pathname + search;
}

/** Whether one is where that row has led, so that the step back leads to the list. */
export function isLastFollowed(): boolean {
  return last !== "" && window.location.pathname + window.location.search === last;
}
