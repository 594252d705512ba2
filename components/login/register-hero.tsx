import { FileSignature, Link2, ReceiptText, Repeat2, Timer } from "lucide-react";
import { useTranslations } from "next-intl";

const POINTS = [
  { key: "setup", icon: Timer },
  { key: "recurring", icon: Repeat2 },
  { key: "single", icon: ReceiptText },
  { key: "mandates", icon: FileSignature },
  { key: "hints", icon: Link2 },
] as const;

/** Next to the registration form: the five reasons to begin. */
export function RegisterHero() {
  const t = useTranslations("hero.register");
  return (
    <div className="w-full max-w-md">
      <p className="text-xl font-semibold text-balance">{t("title")}</p>
      <p className="mt-2 text-muted">{t("text")}</p>
      <ul className="mt-8 rounded-card border bg-surface px-5">
        {POINTS.map(({ key, icon: Icon }) => (
          <li key={key} className="flex gap-4 border-b py-4 last:border-b-0">
            <span className="grid size-9 shrink-0 place-items-center rounded-control bg-action-soft text-action">
              <Icon aria-hidden="true" strokeWidth={1.5} className="size-5" />
            </span>
            <div className="min-w-0">
              <p className="font-medium">{t(`points.${key}.title`)}</p>
              <p className="mt-0.5 text-sm text-muted">{t(`points.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
