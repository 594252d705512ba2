import { useTranslations } from "next-intl";
import { say, sayRefusal, type TakeBack } from "@/components/ui/toast";
import { useRouter } from "@/components/ui/use-router";
import type { ActionResult } from "@/lib/core/web/action-result";
import { leaveForOutagePage } from "./outage";

/** How an action that was just done can be undone. */
export interface Undo {
  label: string;
  action: () => Promise<ActionResult<unknown>>;
  /** Message after the undo. */
  done: string;
}

/**
 * Returns a function that makes the undo button of a message. The button works even after the action's own button has
 * left the page. A refusal appears as another message, because no other place for it is left.
 */
export function useTakeBack(): (undo: Undo) => TakeBack {
  const router = useRouter();
  const errors = useTranslations("errors");
  return ({ label, action, done }) => ({
    label,
    onPress: () => {
      void action()
        .catch(() => undefined)
        .then((result) => {
          if (result && !result.ok && result.error.code === "unavailable") return leaveForOutagePage();
          if (result?.ok) say(done);
          else sayRefusal(errors(result?.error.code ?? "unavailable"));
          router.refresh();
        });
    },
  });
}
