"use client";

import type { ReactNode } from "react";
import { isLastFollowed } from "./followed-link";
import { Sheet } from "./sheet";
import { useRouter } from "./use-router";

/** A sheet whose being open stands in the address: it survives a reload, and closing it leaves the list where it was. */
export function DetailSheet({
  title,
  closeLabel,
  closeHref,
  children,
}: {
  title: string;
  closeLabel: string;
  closeHref: string;
  children: ReactNode;
}) {
  const router = useRouter();
  // Opened from its list, closing is the step back: else each sheet would leave one behind that shows the same list again.
  const close = () => (isLastFollowed() ? router.back() : router.replace(closeHref, { scroll: false }));
  return (
    <Sheet open onOpenChange={close} title={title} closeLabel={closeLabel}>
      {children}
    </Sheet>
  );
}
