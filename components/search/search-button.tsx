"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { lateWindow } from "@/components/ui/late-window";
import type { SearchWindowProps } from "./search-window";

const LateSearch = lateWindow<SearchWindowProps>(async () => (await import("./search-window")).SearchWindow);

/** True if the person is typing, so that `/` belongs to the text. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Opens the search over everything: by click or tap, by Ctrl+K or Cmd+K, or by `/` outside of a field. */
export function SearchButton() {
  const t = useTranslations("shell.search");
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (!isShortcut && !isSlash) return;
      // A window that is open, e.g. a question about money, is not covered by another one.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K Meta+K /"
        title={t("open")}
        onClick={() => setOpen(true)}
        className="flex size-11 items-center justify-center gap-2 rounded-control text-muted hover:bg-sunken hover:text-ink xl:size-auto xl:min-h-9 xl:w-56 xl:justify-start xl:border xl:px-3 xl:text-sm"
      >
        <Search aria-hidden="true" strokeWidth={1.5} className="size-5 xl:size-4" />
        <span className="max-xl:sr-only">{t("short")}</span>{" "}
        <span className="ml-auto rounded border px-1.5 text-xs max-xl:hidden">{t("key")}</span>
      </button>
      <LateSearch open={open} onOpenChange={setOpen} />
    </>
  );
}
