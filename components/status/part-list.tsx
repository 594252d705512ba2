import { useTranslations } from "next-intl";
import { Instant } from "@/components/format/instant";
import { Pill, type Tone } from "@/components/ui/pill";
import type { Part, PartState } from "@/lib/operations/types";

const TONES: Record<PartState, Tone> = { good: "good", wait: "wait", bad: "bad", unused: "quiet", unknown: "quiet" };

/** Lists the parts of the product with their state, since when, and what a disturbance means for people and money. */
export function PartList({ parts }: { parts: Part[] }) {
  const t = useTranslations("status");
  return (
    <ul aria-label={t("list")} className="divide-y rounded-card border bg-surface">
      {parts.map((part) => (
        <li key={part.key + (part.name ?? "")} className="px-4 py-4 sm:px-6">
          <div className="flex items-start justify-between gap-4">
            <p className="min-w-0 font-medium">{part.name ?? t(`parts.${part.key}`)}</p>
            <div className="shrink-0">
              <Pill tone={TONES[part.state]}>{t(`states.${part.state}`)}</Pill>
            </div>
          </div>
          <p className="prose-width text-sm text-muted">{t(`means.${part.key}`)}</p>
          <Since part={part} />
        </li>
      ))}
    </ul>
  );
}

function Since({ part: { state, since } }: { part: Part }) {
  const t = useTranslations("status");
  if (state === "unused" || !since) return null;
  return (
    <p className="mt-1 text-sm">
      {t(`since.${state}`)} <Instant at={since} />
    </p>
  );
}
