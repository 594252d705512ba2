"use client";

import { useRouter as useNextRouter } from "next/navigation";
import { useMemo } from "react";

type Router = ReturnType<typeof useNextRouter>;

/** The last navigation requested while there was no network. */
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
 * Next's router for navigation by code. Without a network, navigation would end at the browser's own error page and
 * lose what was typed. So `push` and `replace` wait for the network, only the last of these counts, and `refresh` does
 * nothing meanwhile.
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
