"use client";

import { useTranslations } from "next-intl";
import { TickForm } from "@/components/action/tick-form";
import { saveEmailPreferencesAction } from "@/lib/accounts/actions";

const KINDS = ["productUpdates", "marketing"] as const;

/** Chooses which mails about the product a person gets. */
export function EmailPreferences({ preferences }: { preferences: Record<(typeof KINDS)[number], boolean> }) {
  const t = useTranslations("account.preferences");
  const boxes = KINDS.map((key) => ({ key, label: t(key) }));
  const texts = { save: t("save"), saved: t("saved") };
  return <TickForm boxes={boxes} stored={preferences} save={saveEmailPreferencesAction} texts={texts} />;
}
