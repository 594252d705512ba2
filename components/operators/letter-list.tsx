import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Instant } from "@/components/format/instant";
import { replayDeadLettersAction } from "@/lib/operations/actions";
import type { DeadLetterView } from "@/lib/operations/loaders";

/** Lists the jobs that failed permanently, by queue. A queue is retried as a whole. */
export function LetterList({ letters, more }: { letters: DeadLetterView[]; more: number }) {
  const t = useTranslations("operators.letters");
  const queues = [...new Set(letters.map((letter) => letter.queue))];
  return (
    <ul className="divide-y">
      {queues.map((queue) => (
        <li key={queue} className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-4 sm:px-6">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h3 className="min-w-0 font-medium wrap-anywhere">{queue}</h3>
            <ActionButton
              action={replayDeadLettersAction.bind(null, { queue })}
              size="small"
              done={t("done")}
              context={t("replayOf", { queue })}
            >
              {t("replay")}
            </ActionButton>
          </div>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
            {letters
              .filter((letter) => letter.queue === queue)
              .map((letter) => (
                <li key={letter.id} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
                  <span className="flex flex-wrap gap-x-3 text-muted">
                    {letter.failedAt ? <Instant at={letter.failedAt} /> : null}
                    <span className="tabular-nums wrap-anywhere">{letter.key}</span>
                  </span>
                  <span className="wrap-anywhere">{letter.message}</span>
                </li>
              ))}
          </ul>
        </li>
      ))}
      {more > 0 ? <li className="px-4 py-3 text-sm text-muted sm:px-6">{t("more", { count: more })}</li> : null}
    </ul>
  );
}
