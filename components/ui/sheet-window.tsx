"use client";

import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./class-names";
import { useReturnFocus } from "./use-return-focus";

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  closeLabel: string;
  side?: "right" | "left";
  children: ReactNode;
}

export function SheetWindow({ open, onOpenChange, title, closeLabel, side = "right", children }: SheetProps) {
  const focus = useReturnFocus();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-[late_150ms_both] bg-veil" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className={cx(
            "fixed inset-y-0 z-50 flex w-full flex-col overflow-y-auto overscroll-contain bg-surface shadow-float outline-none",
            side === "right" ? "right-0 max-w-3xl animate-slide" : "left-0 max-w-72 animate-rise",
          )}
        >
          <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b bg-surface px-4 py-2 sm:px-6">
            <Dialog.Title className="truncate text-base">{title}</Dialog.Title>
            <Dialog.Close
              aria-label={closeLabel}
              className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken"
            >
              <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
