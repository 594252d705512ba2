import { useTranslations } from "next-intl";
import { Pill, type Tone } from "@/components/ui/pill";
import type { BatchFileView } from "@/lib/datev/batch/loaders";

const TONES: Record<Exclude<BatchFileView["state"], "none">, Tone> = {
  wanted: "wait",
  unsent: "bad",
  pending: "wait",
  unasked: "wait",
  unanswered: "wait",
  succeeded: "good",
  failed: "bad",
};

/** Shows the state of one file's upload to DATEV, and what it means. */
export function UploadState({ file: { state, mayDrop, problem } }: { file: BatchFileView }) {
  const t = useTranslations("datev");
  if (state === "none") return null;
  return (
    <div className="mt-2 text-sm">
      <Pill tone={TONES[state]}>{t(`export.uploads.${state}`)}</Pill>
      {state === "succeeded" ? <p className="prose-width mt-1 text-muted">{t("upload.arrived")}</p> : null}
      {state === "unsent" || state === "unasked" || state === "unanswered" ? (
        <p className="prose-width mt-1">{t(`export.meaning.${state === "unsent" && !mayDrop ? "unclear" : state}`)}</p>
      ) : null}
      {problem && state === "failed" ? (
        <div className="prose-width mt-1 wrap-anywhere">
          <p>{t(`upload.${problem.code}`)}</p>
          {problem.details.map((detail) => (
            <p key={detail} className="text-muted">
              {detail}
            </p>
          ))}
        </div>
      ) : null}
    </div>
  );
}
