"use client";

import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button, type ButtonTone } from "./button";
import { useReturnFocus } from "./use-return-focus";

export interface Confirmation {
  title: string;
  /** The consequence, in figures. */
  body: ReactNode;
  /** The label of the confirming button. It names the action, never "OK". */
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

export function ConfirmWindow({
  open,
  onOpenChange,
  confirmation,
  tone = "danger",
  busy,
  problem,
  onConfirm,
}: ConfirmDialogProps) {
  const focus = useReturnFocus();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        {/* The same z-index as a drawer but later in the page, so a question above a drawer also covers the drawer. */}
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-veil" />
        <AlertDialog.Content
          {...focus}
          className="fixed inset-x-4 bottom-4 z-50 mx-auto h-fit max-h-[calc(100dvh-2rem)] max-w-lg animate-rise overflow-y-auto overscroll-contain rounded-card border bg-surface px-6 pt-6 shadow-float outline-none wrap-anywhere sm:inset-y-4 sm:my-auto"
        >
          <AlertDialog.Title className="text-lg">{confirmation.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 space-y-2 text-muted">{confirmation.body}</div>
          </AlertDialog.Description>
          {problem}
          {/* If the question is longer than the window, it scrolls behind the buttons. */}
          <div className="sticky bottom-0 -mx-6 mt-2 flex flex-col-reverse gap-2 bg-surface px-6 pt-4 pb-6 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button disabled={busy}>{confirmation.cancel}</Button>
            </AlertDialog.Cancel>
            <Button tone={tone} busy={busy} onClick={onConfirm}>
              {confirmation.confirm}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
