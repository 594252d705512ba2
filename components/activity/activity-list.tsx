import { useLocale, useMessages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PAYER_LINK, PayerLink } from "@/components/contacts/payer-link";
import { Money } from "@/components/format/money";
import { Name } from "@/components/format/name";
import { Link } from "@/components/ui/link";
import { Pill, type Tone } from "@/components/ui/pill";
import type { ActivityRow } from "@/lib/activity/loaders";
import type { ActivityKind } from "@/lib/activity/types";
import { shortName } from "@/lib/core/text/sanitise";
import { dayOf, formatDay, formatTime } from "@/lib/core/time/dates";

const TONES: Record<ActivityKind, Tone> = {
  debits: "info",
  mandates: "good",
  mails: "quiet",
  connections: "wait",
  settings: "quiet",
  people: "quiet",
};

/** Lists what happened, newest first, under a heading for each day: when, what, to what, and by whom. */
export function ActivityList({ rows }: { rows: ActivityRow[] }) {
  const locale = useLocale();
  const days = [...new Set(rows.map((row) => dayOf(new Date(row.at))))];
  return days.map((day) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className="border-b bg-sunken px-4 py-2 text-sm font-medium text-muted sm:px-5">
        {formatDay(day, locale, true)}
      </h2>
      <ul className="divide-y border-b last:border-b-0">
        {rows
          .filter((row) => dayOf(new Date(row.at)) === day)
          .map((row) => (
            <Item key={row.id} row={row} />
          ))}
      </ul>
    </section>
  ));
}

function Item({ row }: { row: ActivityRow }) {
  const t = useTranslations("activity");
  const title = useTitle();
  const about = useAbout(row);
  return (
    <li className="flex gap-x-4 px-4 py-3 sm:px-5">
      <time dateTime={row.at} className="figure w-11 shrink-0 text-sm text-muted">
        {formatTime(new Date(row.at))}
      </time>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title(row)}</p>
        <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm">
          {about.map(({ key, part }) => (
            <span key={key} className="min-w-0 wrap-anywhere">
              {part}
            </span>
          ))}
          <span className="text-muted">{row.person ? t("by", { name: shortName(row.person) }) : t("automatic")}</span>
        </p>
      </div>
      <div className="max-sm:hidden">
        <Pill tone={TONES[row.kind]}>{t(`kinds.${row.kind}`)}</Pill>
      </div>
    </li>
  );
}

/** Returns a function that says what happened. An act without a text of its own is named as the audit log names it. */
function useTitle(): (row: ActivityRow) => string {
  const t = useTranslations("activity");
  const notices = useTranslations("notices");
  const known = useMessages().activity;
  return ({ source, what, vendor, isReminder, code }) => {
    const key = what.replaceAll(".", "_");
    if (source === "act") return key in known.acts ? t(`acts.${key as keyof typeof known.acts}`) : what;
    if (source === "debit") {
      const title = t(`debits.${key as keyof typeof known.debits}`);
      return code ? `${title} (${code})` : title;
    }
    if (source === "payout") return t(`payouts.${key as keyof typeof known.payouts}`);
    if (source === "mandate") return t("mandateSigned");
    if (source === "mail") return t(`mails.${isReminder ? "reminder" : (key as keyof typeof known.mails)}`);
    const values = { vendor: vendor ?? "", since: "", count: 1, number: "", name: "" };
    return what === "sign_in_lost" ? notices("sign_in_lost.title", values) : t("connectionLost");
  };
}

function useAbout({ invoice, payer, payout, mandate, member, vendor, recipient, cents }: ActivityRow) {
  const t = useTranslations("invoices");
  const parts: [string, ReactNode][] = [
    [
      "invoice",
      invoice && (
        <Link href={`/app/invoices/${invoice.id}`} className={PAYER_LINK}>
          <Name text={invoice.number || t("noNumber")} />
        </Link>
      ),
    ],
    ["payer", payer && <PayerLink id={payer.id} name={payer.name} />],
    [
      "payout",
      payout && (
        <Link href={`/app/payouts/${payout.id}`} className={PAYER_LINK}>
          <Name text={payout.reference} />
        </Link>
      ),
    ],
    ["mandate", mandate && <Name text={mandate} className="figure" />],
    ["member", member && <Name text={member} />],
    ["vendor", vendor],
    ["recipient", recipient && <Name text={recipient} />],
    ["cents", cents !== undefined && <Money cents={cents} />],
  ];
  return parts.flatMap(([key, part]) => (part ? [{ key, part }] : []));
}
