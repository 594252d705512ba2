"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { isFollowed, linkOf } from "./followed-link";
import { askBy, forgetUnsaved, hasUnsaved, hasUnsavedInWindow } from "./unsaved";
import { useRouter } from "./use-router";

/**
 * Asks before somebody leaves a page with unsaved edits: by a link of ours, by `leaveBy`, by closing the window, or by
 * going back in browsers that can intercept it (Navigation API).
 */
export function UnsavedGuard() {
  const t = useTranslations("client.unsaved");
  const router = useRouter();
  const [wanted, setWanted] = useState<{ go: () => void }>();
  useEffect(() => {
    const heard = new AbortController();
    const { signal } = heard;
    askBy((go) => setWanted({ go }));
    signal.addEventListener("abort", () => askBy(undefined));
    // Listens at the window, so that no other listener treats the link as followed.
    window.addEventListener(
      "click",
      (event) => {
        const link = linkOf(event);
        if (!link || !hasUnsaved() || !isFollowed(link, event) || link.pathname === window.location.pathname) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        setWanted({ go: () => router.push(link.pathname + link.search + link.hash) });
      },
      { capture: true, signal },
    );
    const history = "navigation" in window ? window.navigation : undefined;
    history?.addEventListener(
      "navigate",
      (event) => {
        const { key, url } = event.destination;
        const isStep = event.navigationType === "traverse" && new URL(url).pathname !== window.location.pathname;
        if (!isStep || !event.cancelable || !hasUnsaved()) return;
        event.preventDefault();
        setWanted({ go: () => void history.traverseTo(key) });
      },
      { signal },
    );
    window.addEventListener(
      "beforeunload",
      (event) => {
        if (hasUnsavedInWindow()) event.preventDefault();
      },
      { signal },
    );
    return () => heard.abort();
  }, [router]);
  return (
    <ConfirmDialog
      open={wanted !== undefined}
      onOpenChange={() => setWanted(undefined)}
      confirmation={{ title: t("title"), body: <p>{t("body")}</p>, confirm: t("leave"), cancel: t("stay") }}
      busy={false}
      onConfirm={() => {
        forgetUnsaved();
        setWanted(undefined);
        wanted?.go();
      }}
    />
  );
}
