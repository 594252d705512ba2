"use client";

import { useEffect, useRef } from "react";
import { wantsCalm } from "@/components/ui/calm";

/**
 * Moves the focus to the next step when one is finished, for people who use the keyboard. It does nothing on arrival.
 */
export function StepFocus({ step }: { step: string }) {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const heading = document.getElementById(`step-${step}`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start", behavior: wantsCalm() ? "instant" : "smooth" });
  }, [step]);
  return null;
}
