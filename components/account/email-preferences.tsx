"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Checkbox } from "@/components/ui/checkbox";
import { say } from "@/components/ui/toast";
import { saveEmailPreferencesAction } from "@/lib/accounts/actions";

interface Preferences {
  marketing: boolean;
  productUpdates: boolean;
}

const KINDS = ["productUpdates", "marketing"] as const;

/** The e-mail preferences. A tick is saved at once; if saving fails, the box returns to its saved state. */
export function EmailPreferences({ preferences }: { preferences: Preferences }) {
  const t = useTranslations("account.preferences");
  const { busy, refusal, run } = useAction<void>();
  const [saved, setSaved] = useState(preferences);
  const [wanted, setWanted] = useState<Preferences>();

  function toggle(kind: keyof Preferences): void {
    const next = { ...saved, [kind]: !saved[kind] };
    setWanted(next);
    run(
      async () => {
        const result = await saveEmailPreferencesAction(next).finally(() => setWanted(undefined));
        if (result.ok) setSaved(next);
        return result;
      },
      () => say(t("saved")),
    );
  }

  const shown = wanted ?? saved;
  return (
    <div className="space-y-1">
      {KINDS.map((kind) => (
        <Checkbox
          key={kind}
          id={kind}
          label={t(kind)}
          checked={shown[kind]}
          // A disabled box would lose the keyboard focus.
          onChange={() => (busy ? undefined : toggle(kind))}
        />
      ))}
      <RefusalText refusal={refusal} text={t("saveFailed")} />
    </div>
  );
}
