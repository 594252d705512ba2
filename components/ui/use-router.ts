"use client";

import { useRouter as useNextRouter } from "next/navigation";
import { useMemo } from "react";

type Router = ReturnType<typeof useNextRouter>;

/** Where somebody wanted to go, last of all, while there was no network. */
let wish: (() => void) | undefined;

function whenOnline(go: () => void): void {
  if (navigator.onLine) {
    go();
    return;
  }
  if (!wish)
    window.addEventListener(
      "online",
      () => {
        const last = wish;
        wish = undefined;
        last?.();
      },
      { once: true },
    );
  wish = go;
}

/**
 * Next's router for whatever steps from page to page by itself. Without a network it would end at the browser's own error
 * page and lose what stands on this one: a step waits until the network is back, the last one counts, and nothing is drawn
 * anew meanwhile.
 */
export function useRouter(): Pick<Router, "push" | "replace" | "refresh" | "back" | "prefetch"> {
  const router = useNextRouter();
  return useMemo(
    () => ({
      push: (...to) => whenOnline(() => router.push(...to)),
      replace: (...to) => whenOnline(() => router.replace(...to)),
      refresh: () => {
        if (navigator.onLine) router.refresh();
      },
      back: () => router.back(),
      prefetch: (...to) => router.prefetch(...to),
    }),
    [router],
  );
}
