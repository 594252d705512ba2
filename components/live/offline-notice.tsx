"use client";

import { WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

/**
 * Says that the network is down, and blocks links meanwhile. A link followed now would end at the browser's own error
 * page and lose what was typed. The notice also says that the server continues to work.
 */
export function OfflineNotice() {
  const t = useTranslations("client.offline");
  const [isOffline, setIsOffline] = useState(false);
  useEffect(() => {
    const look = () => setIsOffline(!navigator.onLine);
    look();
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  useEffect(() => {
    if (!isOffline) return;
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!link || link.getAttribute("href")?.startsWith("#")) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("click", stay, true);
    return () => document.removeEventListener("click", stay, true);
  }, [isOffline]);
  return (
    <div aria-live="polite" className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4">
      {isOffline ? (
        <p className="pointer-events-auto flex max-w-xl items-start gap-3 rounded-card border bg-surface px-4 py-3 text-sm shadow-float">
          <WifiOff aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 shrink-0 text-wait" />
          <span>
            <span className="font-medium">{t("title")}</span> {t("text")}
          </span>
        </p>
      ) : null}
    </div>
  );
}
