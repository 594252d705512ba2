"use client";

import { useEffect, useState } from "react";
import { useRouter } from "@/components/ui/use-router";
import type { CancelAction } from "@/lib/subscriptions/cancel/rules";

/** How long the result stays on screen, so that it can be read. */
const READ_MS = 2_000;

/** Holds the action that was done, and returns to the dashboard after its message has been shown. */
export function useWayBack(): { done?: CancelAction; leave: (action: CancelAction) => void } {
  const router = useRouter();
  const [done, setDone] = useState<CancelAction>();
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => router.push("/app"), READ_MS);
    return () => clearTimeout(timer);
  }, [done, router]);
  return { done, leave: setDone };
}
