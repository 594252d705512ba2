"use client";

import type { ReactNode } from "react";
import { isLastFollowed } from "./followed-link";
import { Sheet } from "./sheet";
import { useRouter } from "./use-router";

/**
 * A drawer whose open state is part of the address: it survives a reload, and closing it keeps the list's position.
 */
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
  // A drawer opened from its list closes by going back; otherwise each drawer would add another entry for the same list
  // to the history.
  const close = () => (isLastFollowed() ? router.back() : router.replace(closeHref, { scroll: false }));
  return (
    <Sheet open onOpenChange={close} title={title} closeLabel={closeLabel}>
      {children}
    </Sheet>
  );
}
