import { useTranslations } from "next-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { type ActivityFilter, AUTOMATIC } from "@/lib/activity/types";

/** Chooses person and days. A plain form: the address stores the choice, also before the page's scripts run. */
export function ActivityFilters({
  path,
  filter,
  people,
  rows,
}: {
  path: string;
  filter: ActivityFilter;
  people: { id: string; name: string }[];
  rows?: string;
}) {
  const t = useTranslations("activity");
  const { kind, person = "", from = "", until = "" } = filter;
  const options = [
    { value: "", label: t("everybody") },
    { value: AUTOMATIC, label: t("automatic") },
    ...people.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <form
      action={path}
      method="get"
      className="print-hidden mb-6 flex flex-wrap items-end gap-3 max-sm:grid max-sm:grid-cols-2"
    >
      {kind ? <input type="hidden" name="kind" value={kind} /> : null}
      {rows ? <input type="hidden" name="rows" value={rows} /> : null}
      <Select
        key={`person ${person}`}
        id="activity-person"
        name="person"
        label={t("person")}
        options={options}
        defaultValue={options.some(({ value }) => value === person) ? person : ""}
        className="max-sm:col-span-2 max-sm:w-full sm:w-56"
      />
      <Field
        key={`from ${from}`}
        id="activity-from"
        name="from"
        type="date"
        label={t("from")}
        defaultValue={from}
        className="max-sm:w-full sm:w-44"
      />
      <Field
        key={`until ${until}`}
        id="activity-until"
        name="until"
        type="date"
        label={t("until")}
        defaultValue={until}
        className="max-sm:w-full sm:w-44"
      />
      <Button type="submit">{t("show")}</Button>
      {person || from || until ? (
        <Link href={kind ? `${path}?kind=${kind}` : path} className={buttonClass("quiet")}>
          {t("clear")}
        </Link>
      ) : null}
    </form>
  );
}
