import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import type { Problem } from "@/lib/datev/import/types";

/** Lists the errors or warnings of a file, line by line, as far as they are stored. */
export function ProblemList({ title, problems, total }: { title: string; problems: Problem[]; total: number }) {
  const t = useTranslations("datev");
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-lg">{title}</h2>
      <Card flush>
        <ul className="divide-y">
          {problems.map((problem) => (
            <li key={`${problem.line}-${problem.code}-${problem.column}`} className="px-4 py-2.5 wrap-anywhere sm:px-6">
              {t(`problem.${problem.code}`, { line: problem.line, column: problem.column, value: problem.value })}
            </li>
          ))}
        </ul>
      </Card>
      {total > problems.length ? (
        <p className="mt-2 text-sm text-muted">{t("import.more", { count: total - problems.length })}</p>
      ) : null}
    </section>
  );
}
