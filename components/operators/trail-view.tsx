import { useLocale, useTranslations } from "next-intl";
import { Instant } from "@/components/format/instant";
import { useReasonKey } from "@/components/invoices/reason-text";
import { Facts } from "@/components/ui/facts";
import { Timeline, type TimelineEntry } from "@/components/ui/timeline";
import { formatInstant } from "@/lib/core/time/dates";
import type { Trail, TrailStep } from "@/lib/operations/types";
import { useKindText } from "./difference-list";

/** Shows the diagnosis of one invoice: its status, the reason, and its history. */
export function TrailView({ trail }: { trail: Trail }) {
  const t = useTranslations("operators.trail");
  const reasons = useTranslations("reasons");
  const reasonKey = useReasonKey();
  const locale = useLocale();
  const { diagnosis } = trail;
  const reason = reasons(`${reasonKey(trail.reason)}.title`);
  const entries = trail.steps.map((step, index): TimelineEntry => {
    const detail = step.what === "decided" ? reasons(`${reasonKey(step.detail)}.title`) : undefined;
    const when = formatInstant(new Date(step.at), locale);
    return {
      key: `${step.at}-${index}`,
      tone: TONES[step.what],
      title: t(`what.${step.what}`, { detail: step.detail ?? "" }),
      when,
      detail,
    };
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        <h3 className="text-base font-medium wrap-anywhere">{t("title", { number: trail.number || t("noNumber") })}</h3>
        <Facts
          facts={[
            {
              label: t("station"),
              value: <strong className="font-medium">{t(`stations.${diagnosis.station}`)}</strong>,
            },
            {
              label: t("why"),
              value: `${t(`whys.${diagnosis.why}`)}${diagnosis.why === "decided" ? ` (${reason})` : ""}`,
            },
            diagnosis.since ? { label: t("since"), value: <Instant at={diagnosis.since} /> } : null,
            { label: t("supplier"), value: <span className="tabular-nums">{trail.customerId}</span> },
            { label: t("id"), value: <span className="tabular-nums">{trail.invoiceId}</span> },
          ]}
        />
        <Pending trail={trail} />
      </div>
      <div>
        <h3 className="mb-4 text-base font-medium">{t("steps")}</h3>
        <Timeline entries={entries} />
      </div>
    </div>
  );
}

const TONES: Record<TrailStep["what"], TimelineEntry["tone"]> = {
  listed: "quiet",
  read: "quiet",
  decided: "info",
  requested: "wait",
  signed: "good",
  planned: "info",
  called: "info",
  event: "info",
  archived: "good",
  booked: "good",
};

/** Lists the work that is still pending for the invoice; empty lists are hidden. */
function Pending({ trail }: { trail: Trail }) {
  const t = useTranslations("operators.trail");
  const kindText = useKindText();
  const lists = [
    {
      key: "jobs" as const,
      lines: trail.jobs.map((job) => ({
        id: job.id,
        at: job.since,
        text: [`${job.queue}: ${isJobState(job.state) ? t(`jobStates.${job.state}`) : job.state}`, job.message],
      })),
    },
    {
      key: "events" as const,
      lines: trail.events.map((event) => ({
        id: event.id,
        at: event.receivedAt,
        text: [`${event.subject} ${event.action}`, event.error],
      })),
    },
    {
      key: "differences" as const,
      lines: trail.differences.map((row) => ({
        id: row.id,
        at: undefined,
        text: [`${kindText(row.kind)}: ${row.ours} / ${row.theirs}`, t(row.repaired ? "repaired" : "open")],
      })),
    },
    {
      key: "traces" as const,
      lines: trail.traces.map((trace, index) => ({
        id: `${trace.id}-${index}`,
        at: trace.at,
        text: [trace.what, trace.id],
      })),
    },
  ];
  return lists.map(({ key, lines }) =>
    lines.length > 0 ? (
      <div key={key}>
        <h3 className="mb-1 text-base font-medium">{t(key)}</h3>
        <ul className="divide-y text-sm">
          {lines.map(({ id, at, text }) => (
            <li key={id} className="py-2 wrap-anywhere">
              {at ? <Instant at={at} /> : null} {text.filter(Boolean).join(" · ")}
            </li>
          ))}
        </ul>
      </div>
    ) : null,
  );
}

const JOB_STATES = ["created", "retry", "active", "failed"] as const;

function isJobState(state: string): state is (typeof JOB_STATES)[number] {
  return JOB_STATES.some((known) => known === state);
}
