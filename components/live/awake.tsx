"use client";

import { useEffect } from "react";

/** All scripts of the page have arrived and it answers: what was shown in case they do not is taken away for good. */
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
  return null;
}
