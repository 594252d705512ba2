"use client";

import { Sparkles } from "lucide-react";
import { useTranslations } from "next-intl";
import { useNeedsPremium } from "@/components/action/may-change";
import { useUpgrade } from "./upgrade";

/** Marks a Premium feature for a supplier without Premium; a click explains Premium. */
export function PremiumMark() {
  const t = useTranslations("client.upgrade");
  const ask = useUpgrade();
  if (!useNeedsPremium()) return null;
  return (
    <button
      type="button"
      onClick={ask}
      className="-my-3 inline-flex min-h-11 shrink-0 items-center gap-1 rounded-control text-xs font-medium text-action hover:underline sm:my-0 sm:min-h-6"
    >
      <Sparkles aria-hidden="true" strokeWidth={1.5} className="size-3.5" />
      {t("mark")}
    </button>
  );
}
