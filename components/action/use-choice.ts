import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { sayRefusal } from "@/components/ui/toast";
import { isOutdated } from "./outdated";

/**
 * Keeps a choice about the page itself, such as its language. Where that cannot be done, the page stays as it is, with
 * what was typed on it: thrown, the fault would take the page away.
 */
export function useChoice(): [pending: boolean, choose: (call: () => Promise<void>) => void] {
  const t = useTranslations();
  const [pending, startTransition] = useTransition();
  const choose = (call: () => Promise<void>) =>
    startTransition(() =>
      call().catch((error: unknown) =>
        sayRefusal(t(isOutdated(error) ? "client.fault.outdated" : "errors.unavailable")),
      ),
    );
  return [pending, choose];
}
