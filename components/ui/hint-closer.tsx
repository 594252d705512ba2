"use client";

import { useEffect } from "react";

const OPEN = "details.pill-hint[open]";

/**
 * Closes an open explanation of a state on a click elsewhere or on Escape. Without scripts, a click on the state closes
 * it.
 */
export function HintCloser() {
  useEffect(() => {
    const heard = new AbortController();
    const close = (except?: Element | null) => {
      const open = [...document.querySelectorAll<HTMLDetailsElement>(OPEN)].filter((one) => one !== except);
      for (const one of open) one.open = false;
      return open.length > 0;
    };
    const onPress = ({ target }: Event) => close(target instanceof Element ? target.closest(OPEN) : null);
    const onKey = (event: KeyboardEvent) => {
      // A drawer below must stay open.
      if (event.key === "Escape" && close()) event.stopPropagation();
    };
    const options = { signal: heard.signal, capture: true };
    document.addEventListener("pointerdown", onPress, options);
    document.addEventListener("keydown", onKey, options);
    return () => heard.abort();
  }, []);
  return null;
}
