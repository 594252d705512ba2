"use client";

import { AlertDialog } from "radix-ui";
import { Button } from "./button";
import type { ConfirmDialogProps } from "./confirm-dialog";
import { useReturnFocus } from "./use-return-focus";

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
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_230/0.4)]" />
        <AlertDialog.Content
          {...focus}
          className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-lg animate-rise rounded-card bg-surface p-6 shadow-float outline-none sm:top-1/4 sm:bottom-auto"
        >
          <AlertDialog.Title className="text-lg">{confirmation.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 space-y-2 text-muted">{confirmation.body}</div>
          </AlertDialog.Description>
          {problem}
          <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
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
