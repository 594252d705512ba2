import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Pill } from "@/components/ui/pill";
import { formatInstant } from "@/lib/core/time/dates";
import { replayAction } from "@/lib/webhooks/actions";
import type { loadWebhooks } from "@/lib/webhooks/loaders";
import { kindKey } from "./kind-text";

type Entry = NonNullable<Awaited<ReturnType<typeof loadWebhooks>>>[number]["log"][number];

const TONES = { pending: "wait", delivered: "good", failed: "bad" } as const;

/** The latest messages of an endpoint, each with a button to send it again with the same id. */
export function DeliveryLog({ endpointId, url, log }: { endpointId: string; url: string; log: Entry[] }) {
  const t = useTranslations("account.webhooks");
  if (log.length === 0) return <p className="text-sm text-muted">{t("logEmpty")}</p>;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-sm font-medium">
        {t("log")}
        <span className="sr-only"> {url}</span>
      </summary>
      <ul className="mt-2 divide-y border-t">
        {log.map((entry) => (
          <LogRow key={entry.messageId} endpointId={endpointId} entry={entry} />
        ))}
      </ul>
    </details>
  );
}

function LogRow({ endpointId, entry }: { endpointId: string; entry: Entry }) {
  const t = useTranslations("account.webhooks");
  const locale = useLocale();
  const { messageId, kind, createdAt, status, attempts, lastStatus, lastError } = entry;
  const key = kindKey(kind);
  const facts = [
    formatInstant(createdAt, locale),
    t("attempts", { count: attempts }),
    lastStatus === null ? lastError : t("answer", { status: String(lastStatus) }),
  ];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 text-sm">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0">{key ? t(key) : kind}</span>
          <Pill tone={TONES[status]}>{t(status)}</Pill>
        </p>
        <p className="font-mono text-xs wrap-anywhere text-muted">{messageId}</p>
        <p className="text-muted tabular-nums wrap-anywhere">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {status === "pending" ? null : (
        <ActionButton
          action={replayAction.bind(null, { endpointId, messageId })}
          size="small"
          done={t("sentAgain")}
          context={messageId}
        >
          {t("again")}
        </ActionButton>
      )}
    </li>
  );
}
