"use client";

import type { ConfirmDialogProps } from "./confirm-window";
import { lateWindow } from "./late-window";

/** Asks before what cannot be taken back. */
export const ConfirmDialog = lateWindow<ConfirmDialogProps>(
  async () => (await import("./confirm-window")).ConfirmWindow,
);
