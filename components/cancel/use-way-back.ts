"use client";

import { useEffect, useState } from "react";
import { useRouter } from "@/components/ui/use-router";
import type { CancelAction } from "@/lib/subscriptions/cancel-rules";

/** Long enough to read what happened. */
const READ_MS = 2_000;

/** What was done; after it has been read, the way leads back to the dashboard. */
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
