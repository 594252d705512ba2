"use client";

import { useEffect } from "react";

/**
 * Runs when all scripts of the page have arrived. It hides the notice of a missing script permanently. When the browser
 * is idle, it sets `data-awake`, so that content below the fold is laid out (see globals.css).
 */
export function Awake({ noticeId }: { noticeId: string }) {
  useEffect(() => {
    const notice = document.getElementById(noticeId);
    if (notice) notice.hidden = true;
    const keepAway = new MutationObserver(() => {
      if (notice && !notice.hidden) notice.hidden = true;
    });
    if (notice) keepAway.observe(notice, { attributes: true, attributeFilter: ["hidden"] });
    return () => keepAway.disconnect();
  }, [noticeId]);
  useEffect(() => {
    const layRest = () => {
      document.documentElement.dataset.awake = "";
    };
    // Safari has no `requestIdleCallback`.
    if (window.requestIdleCallback) window.requestIdleCallback(layRest);
    else setTimeout(layRest, 200);
  }, []);
  return null;
}
