import { ArrowRight, CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Money } from "@/components/format/money";
import { cx } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { shortName } from "@/lib/core/text/sanitise";
import { formatInstant } from "@/lib/core/time/dates";
import { dismissNoticesAction } from "@/lib/notifications/actions";
import type { Task } from "./tasks";

/**
 * The first section of the dashboard: the tasks that only the supplier can do. Without tasks it says that nothing is to
 * do. Open returns that are no task, because they are tried again, are named in any case: the navigation counts them.
 */
export function NeedsYou({ tasks, openReturns }: { tasks: Task[]; openReturns: number }) {
  const t = useTranslations("dashboard");
  const isNamed = tasks.some(({ text }) => text === "collection_failed" || text === "collection_returned");
  const returnsText = (key: "onlyReturns" | "alsoReturns") =>
    t.rich(key, {
      count: openReturns,
      link: (words) => (
        <Link href="/app/returns" className="text-action underline underline-offset-4">
          {words}
        </Link>
      ),
    });
  return (
    <section aria-labelledby="needs-you" className="rounded-card border bg-surface">
      <h2 id="needs-you" className="px-4 pt-4 text-base sm:px-6 sm:pt-5">
        {t("needsYou")}
      </h2>
      {tasks.length === 0 ? (
        <p className="flex items-center gap-2 px-4 pt-1 pb-5 text-muted sm:px-6">
          {openReturns > 0 ? (
            <TriangleAlert aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0 text-wait" />
          ) : (
            <CircleCheck aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0 text-good" />
          )}
          <span>{openReturns > 0 ? returnsText("onlyReturns") : t("nothingToDo")}</span>
        </p>
      ) : (
        <ul className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] divide-y sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
          {tasks.map((task) => (
            <TaskRow key={task.key} task={task} />
          ))}
        </ul>
      )}
      {tasks.length > 0 && openReturns > 0 && !isNamed ? (
        <p className="border-t px-4 py-3 text-sm text-muted sm:px-6">{returnsText("alsoReturns")}</p>
      ) : null}
    </section>
  );
}

function TaskRow({ task }: { task: Task }) {
  const t = useTranslations("notices");
  const d = useTranslations("dashboard");
  const locale = useLocale();
  const Icon = task.tone === "bad" ? CircleAlert : TriangleAlert;
  const since = task.since ? formatInstant(new Date(task.since), locale) : "";
  const values = {
    count: task.count,
    vendor: task.vendor ?? "",
    number: shortName(task.number ?? ""),
    name: shortName(task.name ?? ""),
    since,
  };
  return (
    <li className="group relative col-span-full grid grid-cols-subgrid gap-x-3 px-4 py-3 last:rounded-b-card hover:bg-sunken sm:items-center sm:gap-x-6 sm:px-6">
      <Icon
        aria-hidden="true"
        strokeWidth={1.5}
        className={cx("mt-0.5 size-5 sm:mt-0", task.tone === "bad" ? "text-bad" : "text-wait")}
      />
      <div className="min-w-0">
        <p className="font-medium">{t(`${task.text}.title`, values)}</p>
        <p className="text-sm text-muted">{t(`${task.text}.help`, values)}</p>
      </div>
      <span className="max-sm:col-start-2 max-sm:mt-1 sm:text-right">
        {task.sumCents ? <Money cents={task.sumCents} className="font-medium" /> : null}
      </span>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:col-start-2 max-sm:mt-1 sm:justify-between">
        <Link
          href={task.href}
          className="inline-flex items-center gap-1.5 text-sm font-medium whitespace-nowrap text-action after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-action"
        >
          {t(`${task.text}.action`)}
          <ArrowRight aria-hidden="true" strokeWidth={1.5} className="size-4" />
        </Link>
        {task.dismissible ? (
          <div className="relative z-10">
            <ActionButton
              action={dismissNoticesAction.bind(null, task.dismissible)}
              size="small"
              context={t(`${task.text}.title`, values)}
            >
              {d("dismiss")}
            </ActionButton>
          </div>
        ) : null}
      </div>
    </li>
  );
}
