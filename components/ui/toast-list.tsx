"use client";

import { type FocusEvent, useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { sayBy, type TakeBack } from "./toast";

/** A refusal stays longer, because its reason must be read. */
const REFUSAL_MS = 15_000;

export function ToastList({ label }: { label: string }) {
  useEffect(
    () =>
      sayBy((text, takeBack, tone) => {
        if (tone === "refusal") toast.error(text, { duration: REFUSAL_MS });
        else toast.success(text, { action: actionOf(takeBack) });
      }),
    [],
  );
  return (
    <div onFocusCapture={passBy}>
      <Sonner
        position="top-right"
        duration={5000}
        containerAriaLabel={label}
        offset={{ top: 72 }}
        mobileOffset={{ top: 64 }}
        toastOptions={{
          style: {
            background: "var(--surface)",
            color: "var(--ink)",
            border: "1px solid var(--line)",
            borderRadius: "var(--radius-control)",
            boxShadow: "var(--shadow-float)",
            fontFamily: "var(--font-sans)",
          },
          actionButtonStyle: {
            minHeight: "2.25rem",
            paddingInline: "0.75rem",
            background: "var(--action)",
            color: "var(--on-action)",
            fontSize: "0.8125rem",
          },
        }}
      />
    </div>
  );
}

function actionOf(takeBack: TakeBack | undefined) {
  return takeBack && { label: takeBack.label, onClick: takeBack.onPress };
}

/**
 * Hides the focus event from Sonner. Sonner returns the focus to the element that had it before a toast. So Tab from a
 * toast would lead back before it until the toast disappears.
 */
function passBy(event: FocusEvent): void {
  event.stopPropagation();
}
