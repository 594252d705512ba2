import { Bell as BellIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";

/** Leads to the notices and shows how many of them this person has not read. */
export function Bell({ unread }: { unread: number }) {
  const t = useTranslations("shell");
  const label = t("notices", { count: unread });
  return (
    <Link
      href="/app/notices"
      aria-label={label}
      title={label}
      className="relative grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
    >
      <BellIcon aria-hidden="true" strokeWidth={1.5} className="size-5" />
      {unread > 0 ? (
        <span
          aria-hidden="true"
          className="figure absolute top-1 right-0.5 min-w-4 rounded-full bg-bad px-1 text-center text-[0.6875rem] leading-4 font-medium text-on-bad"
        >
          {unread > 99 ? "99+" : unread}
        </span>
      ) : null}
    </Link>
  );
}
