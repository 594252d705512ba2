"use client";

import type { FormDialogProps } from "./form-window";
import { lateWindow } from "./late-window";

/** A short form over the page. */
export const FormDialog = lateWindow<FormDialogProps>(async () => (await import("./form-window")).FormWindow);
