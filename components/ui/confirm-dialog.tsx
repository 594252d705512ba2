"use client";

import type { ConfirmDialogProps } from "./confirm-window";
import { lateWindow } from "./late-window";

/** Asks for confirmation before an action that cannot be undone. */
export const ConfirmDialog = lateWindow<ConfirmDialogProps>(
  async () => (await import("./confirm-window")).ConfirmWindow,
);
