import { useCallback, useTransition } from "react";
import { useRouter } from "@/components/ui/use-router";

/**
 * Returns a function that renders the screen again, and whether a rendering is still under way. A caller with a timer
 * must wait for the previous rendering: the framework shows only the last one requested, so requests in quick
 * succession would never show any.
 */
export function useCalmRefresh(): { refresh: () => void; isComing: boolean } {
  const router = useRouter();
  const [isComing, startTransition] = useTransition();
  const refresh = useCallback(() => startTransition(() => router.refresh()), [router]);
  return { refresh, isComing };
}
