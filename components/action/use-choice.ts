import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { sayRefusal } from "@/components/ui/toast";
import { isOutdated } from "./outdated";

/**
 * Saves a choice about the page itself, such as its language. If saving fails, the page shows a message and stays as it
 * is, with what the person typed. A thrown error would replace the whole page.
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
