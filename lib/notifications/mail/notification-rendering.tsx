import { render } from "@react-email/render";
import { createTranslator } from "next-intl";
import { notificationToken } from "@/lib/auth/notification-token";
import { trustedCustomerId } from "@/lib/auth/scope";
import { brand } from "@/lib/core/brand";
import { env } from "@/lib/core/env";
import { type Locale, localeOf } from "@/lib/core/locales";
import { formatMoney } from "@/lib/core/money/money";
import type { Mail } from "@/lib/core/prisma/client";
import { sanitiseLine, shortName } from "@/lib/core/text/sanitise";
import { formatDay, formatInstant } from "@/lib/core/time/dates";
import type { NotificationKind } from "@/lib/notices/types";
import { type NoticeGroup, placeOf } from "@/lib/notifications/groups/rules";
import type { MailPart, NotificationMailProps } from "@/lib/notifications/mail/notification-body-rendering";
import { alertData, digestData, previewData } from "@/lib/notifications/schema";
import type { RenderedMail } from "@/lib/outbox/types";
import { vendorName } from "@/lib/vendors/types";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

const MAX_SUBJECT = 160;

type Debit = { invoiceId: string; number: string; payer: string; cents: number; code?: string };

/** Texts and formats of one language, shared by all three mails. */
class Speech {
  readonly locale: Locale;
  private readonly all: typeof en;

  constructor(mail: Mail) {
    this.locale = localeOf(mail.locale);
    this.all = this.locale === "de" ? (de as typeof en) : en;
  }

  get texts() {
    return createTranslator({ locale: this.locale, messages: this.all.mail.notification });
  }

  readonly money = (cents: number) => formatMoney(cents, this.locale);
  readonly day = (day: string) => formatDay(day, this.locale, true);

  /** Returns heading and help of a group of notices; undefined for a kind that this version has no texts for. */
  noticeOf(group: NoticeGroup): { title: string; help: string } | undefined {
    const { notices } = this.all;
    if (!(group.kind in notices)) return undefined;
    const t = createTranslator({ locale: this.locale, messages: notices });
    const kind = group.kind as "collection_failed";
    const values = {
      count: group.count,
      number: shortName(group.number ?? ""),
      name: shortName(group.name ?? ""),
      vendor: vendorName(group.type) ?? "",
      since: formatInstant(new Date(group.since), this.locale),
    };
    return { title: t(`${kind}.title`, values), help: t(`${kind}.help`, values) };
  }

  /** Returns the bank's reason in words; empty for an unknown code. */
  reasonOf(code: string | undefined): string {
    const known = this.all.failureCodes as Record<string, { title: string } | string>;
    const text = code ? known[code] : undefined;
    return typeof text === "object" ? text.title : "";
  }
}

/** Renders subject and body of a mail to the supplier's own people. */
export async function renderNotification(mail: Mail): Promise<RenderedMail> {
  const speech = new Speech(mail);
  const kind = mail.template as NotificationKind;
  const { userId, company, subject, ...content } = contentOf(kind, speech, mail.data);
  const t = speech.texts;
  const customerId = trustedCustomerId.parse(mail.customerId);
  const token = kind === "alerts" ? undefined : notificationToken({ customerId, userId, kind });
  // Loaded with the first mail, so that the worker starts quickly.
  const { NotificationMail } = await import("@/lib/notifications/mail/notification-body-rendering");
  const element = (
    <NotificationMail
      {...content}
      lang={speech.locale}
      subheading={shortName(company)}
      linkHint={t("linkHint")}
      why={t(`why.${kind}`, { product: brand.name })}
      leave={
        token
          ? { href: `${env().APP_URL}/n/${token}`, label: t(`leave.${kind}`) }
          : { href: addressOf("/app/settings/notifications"), label: t("leave.alerts") }
      }
    />
  );
  return {
    subject: sanitiseLine(subject, MAX_SUBJECT),
    html: await render(element),
    text: await render(element, { plainText: true }),
    unsubscribeUrl: token && addressOf(`/api/notifications/${token}`),
  };
}

type Content = Pick<NotificationMailProps, "preview" | "heading" | "parts" | "button"> & {
  userId: string;
  company: string;
  subject: string;
};

function contentOf(kind: NotificationKind, speech: Speech, data: unknown): Content {
  if (kind === "preview") return previewContent(speech, data);
  return kind === "digest" ? digestContent(speech, data) : alertContent(speech, data);
}

function addressOf(path: string): string {
  return `${env().APP_URL}${path}`;
}

function previewContent(speech: Speech, data: unknown): Content {
  const { userId, company, tomorrow, lastCalls } = previewData.parse(data);
  const t = speech.texts;
  const { count, stoppable } = tomorrow;
  const amount = speech.money(tomorrow.cents);
  const parts: MailPart[] = [];
  if (count > 0)
    parts.push({
      title: t("preview.tomorrow", { count, day: speech.day(tomorrow.day) }),
      figure: amount,
      note: t(`preview.${stoppable === 0 ? "none" : stoppable < count ? "some" : "all"}Stoppable`, {
        count,
        stoppable,
        sent: count - stoppable,
      }),
      ...namedLines(speech, tomorrow),
      link: { href: addressOf(`/app/upcoming?day=${tomorrow.day}`), label: t("preview.seeDay") },
    });
  for (const call of lastCalls)
    parts.push({
      title: t("preview.lastCall", { count: call.count }),
      figure: speech.money(call.cents),
      note: t("preview.lastCallNote", { count: call.count, day: speech.day(call.day) }),
      ...namedLines(speech, call),
      link: { href: addressOf(`/app/upcoming?day=${call.day}`), label: t("preview.stopThem") },
    });
  const heading =
    count > 0 ? t("preview.heading", { count, amount }) : t("preview.headingLast", sumOf(speech, lastCalls));
  const first = count > 0 ? tomorrow.day : lastCalls[0]?.day;
  const button = { href: addressOf(`/app/upcoming?day=${first}`), label: t("preview.button") };
  return { userId, company, subject: heading, preview: parts[0]?.note ?? "", heading, parts, button };
}

function sumOf(speech: Speech, days: { count: number; cents: number }[]) {
  const sum = (key: "count" | "cents") => days.reduce((all, day) => all + day[key], 0);
  return { count: sum("count"), amount: speech.money(sum("cents")) };
}

/** Lists the largest collections, and the number of the remaining ones. */
function namedLines(speech: Speech, { count, debits }: { count: number; debits: Debit[] }) {
  const rest = count - debits.length;
  return {
    lines: debits.map((debit) => lineOf(speech, debit)),
    more: rest > 0 ? speech.texts("more", { count: rest }) : undefined,
  };
}

function lineOf(speech: Speech, { invoiceId, number, payer, cents, code }: Debit) {
  const note = [shortName(payer), speech.reasonOf(code)].filter(Boolean).join(" · ");
  return {
    label: shortName(number) || speech.texts("noNumber"),
    note,
    figure: speech.money(cents),
    href: addressOf(`/app/invoices/${invoiceId}`),
  };
}

function digestContent(speech: Speech, data: unknown): Content {
  const { userId, company, day, collected, returned, paidOut, signed, needsYou } = digestData.parse(data);
  const t = speech.texts;
  const sums = { collected, returned, paidOut } as const;
  const parts: MailPart[] = (["collected", "returned", "paidOut"] as const)
    .filter((name) => sums[name].count > 0)
    .map((name) => ({
      title: t(`digest.${name}`, { count: sums[name].count }),
      figure: speech.money(sums[name].cents),
      lines: [],
    }));
  if (signed > 0) parts.push({ title: t("digest.signed", { count: signed }), lines: [] });
  const tasks = needsYou.flatMap((group) => {
    const text = speech.noticeOf(group);
    return text ? [{ label: text.title, note: text.help, href: addressOf(placeOf(group)) }] : [];
  });
  if (tasks.length > 0) parts.push({ title: t("digest.needsYou"), lines: tasks });
  const heading = t("digest.heading", { day: speech.day(day) });
  const button = { href: addressOf("/app"), label: t("digest.button") };
  return { userId, company, subject: heading, preview: parts[0]?.title ?? "", heading, parts, button };
}

function alertContent(speech: Speech, data: unknown): Content {
  const { userId, company, groups } = alertData.parse(data);
  const t = speech.texts;
  const told = groups.flatMap((group) => {
    const text = speech.noticeOf(group);
    return text ? [{ group, ...text }] : [];
  });
  const parts: MailPart[] = told.map(({ group, title, help }) => ({
    title,
    figure: group.sumCents > 0 ? speech.money(group.sumCents) : undefined,
    note: help,
    ...(group.items.length > 0 ? namedLines(speech, { count: group.count, debits: group.items }) : { lines: [] }),
    link: { href: addressOf(placeOf(group)), label: t("alerts.see") },
  }));
  const [first, ...more] = told;
  const heading = first?.title ?? t("alerts.heading");
  const subject = more.length > 0 ? t("alerts.subjectMore", { title: heading, count: more.length }) : heading;
  const button = { href: addressOf("/app"), label: t("alerts.button") };
  return { userId, company, subject, preview: first?.help ?? "", heading: t("alerts.heading"), parts, button };
}
