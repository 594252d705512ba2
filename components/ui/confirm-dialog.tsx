"use client";

import type { ReactNode } from "react";
import type { ButtonTone } from "./button";
import { lateWindow } from "./late-window";

export interface Confirmation {
  title: string;
  /** The consequence, in figures. */
  body: ReactNode;
  /** Names the act, never "OK". */
  confirm: string;
  cancel: string;
}

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  confirmation: Confirmation;
  tone?: ButtonTone;
  busy: boolean;
  problem?: ReactNode;
  onConfirm: () => void;
}

/** Asks before what cannot be taken back. */
export const ConfirmDialog = lateWindow<ConfirmDialogProps>(
  async () => (await import("./confirm-window")).ConfirmWindow,
);
