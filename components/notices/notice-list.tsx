import { useLocale, useMessages, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Instant } from "@/components/format/instant";
import { cx } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { Pill } from "@/components/ui/pill";
import { shortName } from "@/lib/core/text/sanitise";
import { formatInstant } from "@/lib/core/time/dates";
import { markNoticeReadAction } from "@/lib/notifications/actions";
import type { NoticeRow } from "@/lib/notifications/bell/loaders";
import { vendorName } from "@/lib/vendors/types";

type Texts = ReturnType<typeof useMessages>["notices"];

/** Lists notices, newest first. An unread one has a dot, and a button that marks it as read. */
export function NoticeList({ rows }: { rows: NoticeRow[] }) {
  const t = useTranslations("noticeList");
  return (
    <ul className="divide-y" aria-label={t("title")}>
      {rows.map((row) => (
        <Item key={row.id} row={row} />
      ))}
    </ul>
  );
}

function Item({ row }: { row: NoticeRow }) {
  const t = useTranslations("noticeList");
  const texts = useTranslations("notices");
  const known = useMessages().notices;
  const locale = useLocale();
  // A kind of an earlier version has no text any more.
  if (!Object.hasOwn(known, row.kind)) return null;
  const kind = row.kind as keyof Texts;
  const values = {
    count: 1,
    vendor: vendorName(row.type) ?? "",
    number: shortName(row.number ?? ""),
    name: shortName(row.name ?? ""),
    since: formatInstant(new Date(row.at), locale),
  };
  const title = texts(`${kind}.title`, values);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 px-4 py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-5">
      <span className={cx("mt-2 size-2 shrink-0 rounded-full", row.isRead ? "bg-transparent" : "bg-action")}>
        {row.isRead ? null : <span className="sr-only">{t("unread")}</span>}
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link href={row.href} className={cx("min-w-0 break-words hover:underline", !row.isRead && "font-medium")}>
            {title}
          </Link>
          {row.isResolved ? <Pill tone="quiet">{t("resolved")}</Pill> : null}
        </div>
        {row.isResolved ? null : <p className="prose-width text-sm text-muted">{texts(`${kind}.help`, values)}</p>}
        <p className="mt-0.5 text-xs text-muted">
          <Instant at={row.at} />
        </p>
      </div>
      {row.isRead ? null : (
        <div className="max-sm:col-start-2 max-sm:-ml-3">
          <ActionButton
            forReaders
            action={markNoticeReadAction.bind(null, { noticeId: row.id })}
            size="small"
            tone="quiet"
            context={title}
          >
            {t("markRead")}
          </ActionButton>
        </div>
      )}
    </li>
  );
}
