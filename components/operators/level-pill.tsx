import { useTranslations } from "next-intl";
import { Pill } from "@/components/ui/pill";
import { ageIn } from "@/lib/operations/status/rules";
import type { Level } from "@/lib/operations/types";

/** Shows a level as a colour and a word: fine, worth a look, or urgent. */
export function LevelPill({ level }: { level: Level }) {
  const t = useTranslations("operators.levels");
  return <Pill tone={level}>{t(level)}</Pill>;
}

/** Shows an age in a single unit. */
export function Age({ seconds }: { seconds: number | null }) {
  const t = useTranslations("operators.ages");
  if (seconds === null) return <span className="text-muted">{t("none")}</span>;
  const { unit, value } = ageIn(seconds);
  return <span className="figure">{t(unit, { value })}</span>;
}
