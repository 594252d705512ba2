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
 * A window over the page whose code comes when the page is at rest, or with the first opening: most pages are read and
 * left without one, and its library weighs as much as all of a list's own scripts. Where the code does not come, mostly because
 * a new version was put out, that is said in the window's place: the page below stays, with what was typed on it.
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
      // One that does not come now is asked for again when it is opened, and the fault is told there.
      whenAtRest(() => void bring().catch(() => undefined));
    }, []);
    useEffect(() => {
      if (!open || Part) return;
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
    if (Part && wasOpened) return <Part {...props} />;
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
