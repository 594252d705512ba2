"use client";

import { lateWindow } from "./late-window";
import type { SheetProps } from "./sheet-window";

/** Slides in over the page: from the right for details, from the left for the menu of a phone. */
export const Sheet = lateWindow<SheetProps>(async () => (await import("./sheet-window")).SheetWindow);
