import { useTranslations } from "next-intl";
import { say, sayRefusal, type TakeBack } from "@/components/ui/toast";
import { useRouter } from "@/components/ui/use-router";
import type { ActionResult } from "@/lib/core/action-result";
import { leaveForOutagePage } from "./outage";

/** How something that was just done is taken back. */
export interface Undo {
  label: string;
  action: () => Promise<ActionResult<unknown>>;
  /** Said when it is taken back. */
  done: string;
}

/**
 * The button beside what is said about a deed. It works after the deed's own button is gone from the page, and what is
 * refused is told in the same place, because there is no other one left.
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
