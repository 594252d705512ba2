"use client";

import { lateWindow } from "./late-window";
import type { SheetProps } from "./sheet-window";

/** The drawer that slides in over the page: from the right for details, from the left for the menu on a phone. */
export const Sheet = lateWindow<SheetProps>(async () => (await import("./sheet-window")).SheetWindow);
