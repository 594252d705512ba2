"use client";

import { useTranslations } from "next-intl";
import type { Refusal } from "./use-action";

/** Codes for a fault of ours or of the network. They add no cause to a prescribed text. */
const WITHOUT_CAUSE: Refusal["code"][] = ["internal", "unavailable"];

/**
 * Shows what was refused and why, with the request id for the support.
 *
 * @param isExplained the prescribed text does not name the cause, so the text of the code follows below it
 */
export function RefusalText({
  refusal,
  text,
  isExplained = false,
}: {
  refusal?: Refusal;
  text?: string;
  isExplained?: boolean;
}) {
  const t = useTranslations("errors");
  const faults = useTranslations("client.fault");
  if (!refusal) return null;
  if (refusal.code === "page_outdated")
    return (
      <div role="alert" className="mt-2 text-sm">
        <p className="font-medium text-bad">{faults("outdated")}</p>
        <button
          type="button"
          onClick={() => window.location.reload()}
          className="inline-flex min-h-11 items-center text-action underline underline-offset-2 sm:min-h-6"
        >
          {faults("missing.reload")}
        </button>
      </div>
    );
  return (
    <div role="alert" className="mt-2 text-sm">
      <p className="font-medium text-bad">{text ?? t(refusal.code)}</p>
      {text && isExplained && !WITHOUT_CAUSE.includes(refusal.code) ? (
        <p className="mt-0.5">{t(refusal.code)}</p>
      ) : null}
      {refusal.requestId ? (
        <p className="mt-0.5 text-xs text-muted">{t("requestId", { id: refusal.requestId })}</p>
      ) : null}
    </div>
  );
}
