"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Sheet } from "./sheet";

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
  return (
    <Sheet open onOpenChange={() => router.replace(closeHref, { scroll: false })} title={title} closeLabel={closeLabel}>
      {children}
    </Sheet>
  );
}
