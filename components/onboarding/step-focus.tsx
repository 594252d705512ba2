"use client";

import { useEffect, useRef } from "react";
import { wantsCalm } from "@/components/ui/calm";

/** Whoever finishes a step by keyboard goes on in the next one; on arriving nothing is moved. */
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
