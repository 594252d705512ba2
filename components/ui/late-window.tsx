"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useState } from "react";
import { whenAtRest } from "./at-rest";
import { Button } from "./button";

interface Opened {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Returns a window component whose code is loaded when the page is at rest, or when it first opens. Most pages never
 * open a window, and its library is as large as all scripts of a list. If the code cannot be loaded, usually after a
 * new version, a message appears instead of the window. The page below stays, with what was typed on it.
 */
export function lateWindow<P extends Opened>(fetchIt: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Part: ComponentType<P> | undefined;
  const bring = async () => {
    Part ??= await fetchIt();
    return Part;
  };
  let isAskedFor = false;
  return function LateWindow(props: P) {
    const { open, onOpenChange } = props;
    const [wasOpened, setWasOpened] = useState(open);
    const [came, setCame] = useState<"yes" | "no">();
    useEffect(() => {
      if (isAskedFor) return;
      isAskedFor = true;
      // A failure here is ignored: opening the window loads it again and reports the error.
      whenAtRest(() => void bring().catch(() => undefined));
    }, []);
    const Loaded = Part;
    useEffect(() => {
      // Not `Part`: it may have come since this was rendered, and then nothing would render it.
      if (!open || Loaded) return;
      let isWaited = true;
      void bring()
        .then(() => "yes" as const)
        .catch(() => "no" as const)
        .then((next) => (isWaited ? setCame(next) : undefined));
      return () => {
        isWaited = false;
        setCame(undefined);
      };
    }, [open]);
    if (open && !wasOpened) setWasOpened(true);
    if (Loaded && wasOpened) return <Loaded {...props} />;
    return open && came === "no" ? <Missing onClose={() => onOpenChange(false)} /> : null;
  };
}

function Missing({ onClose }: { onClose: () => void }) {
  const t = useTranslations("client.fault");
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-lg rounded-card border bg-surface p-4 text-ink shadow-float"
    >
      <p className="font-medium">{t("missing.title")}</p>
      <p className="mt-1 mb-3 text-sm text-muted">{t("outdated")}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" tone="primary" onClick={() => window.location.reload()}>
          {t("missing.reload")}
        </Button>
        <Button size="small" onClick={onClose}>
          {t("stay")}
        </Button>
      </div>
    </div>
  );
}
