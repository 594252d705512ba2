"use client";

import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { useReturnFocus } from "./use-return-focus";

export interface FormDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Why the form is shown. */
  text: string;
  /** The form, with its own buttons. */
  children: ReactNode;
}

export function FormWindow({ open, onOpenChange, title, text, children }: FormDialogProps) {
  const focus = useReturnFocus();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        {/* The same z-index as a drawer but later in the page, so a form above a drawer also covers the drawer. */}
        <Dialog.Overlay className="fixed inset-0 z-50 bg-veil" />
        <Dialog.Content
          {...focus}
          className="fixed inset-x-4 bottom-4 z-50 mx-auto h-fit max-h-[calc(100dvh-2rem)] max-w-md animate-rise overflow-y-auto overscroll-contain rounded-card border bg-surface p-6 shadow-float outline-none wrap-anywhere sm:inset-y-4 sm:my-auto"
        >
          <Dialog.Title className="text-lg">{title}</Dialog.Title>
          <Dialog.Description className="mt-2 mb-5 text-muted">{text}</Dialog.Description>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
