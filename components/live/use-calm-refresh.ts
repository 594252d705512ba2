import { useCallback, useTransition } from "react";
import { useRouter } from "@/components/ui/use-router";

/**
 * Renders the screen again, and tells whether that is still under way. Whoever asks by the clock must wait until it has
 * come: the framework shows the last one asked for, so that one asked for before each has come would never show any.
 */
export function useCalmRefresh(): { refresh: () => void; isComing: boolean } {
  const router = useRouter();
  const [isComing, startTransition] = useTransition();
  const refresh = useCallback(() => startTransition(() => router.refresh()), [router]);
  return { refresh, isComing };
}
