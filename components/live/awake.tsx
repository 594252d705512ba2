"use client";

import { useEffect } from "react";

/**
 * All scripts of the page have arrived and it answers: what was shown in case they do not is taken away for good, and what
 * lies below the fold is laid out as soon as there is time (`data-awake`, see globals.css).
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
    // Safari knows no idle time.
    if (window.requestIdleCallback) window.requestIdleCallback(layRest);
    else setTimeout(layRest, 200);
  }, []);
  return null;
}
