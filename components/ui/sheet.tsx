"use client";

import type { ReactNode } from "react";
import { lateWindow } from "./late-window";

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  closeLabel: string;
  side?: "right" | "left";
  children: ReactNode;
}

/** Slides in over the page: from the right for details, from the left for the menu of a phone. */
export const Sheet = lateWindow<SheetProps>(async () => (await import("./sheet-window")).SheetWindow);
