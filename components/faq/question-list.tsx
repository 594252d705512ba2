"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { inputClass } from "@/components/ui/field";
import { containsWords } from "@/lib/core/text/search-text";

export interface QuestionGroup {
  id: string;
  title: string;
  questions: { id: string; question: string; answer: string }[];
}

/** Lists all questions under their headings. A search filters and opens them, and replaces the `topics`. */
export function QuestionList({ groups, topics }: { groups: QuestionGroup[]; topics: ReactNode }) {
  const t = useTranslations("client.faq");
  const [query, setQuery] = useState("");
  const isSearching = query.trim() !== "";
  const shown = groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter((one) => containsWords(`${one.question} ${one.answer}`, query)),
    }))
    .filter((group) => group.questions.length > 0);
  const count = shown.reduce((sum, group) => sum + group.questions.length, 0);
  return (
    <>
      <search className="relative block">
        <Search
          aria-hidden="true"
          strokeWidth={1.5}
          className="pointer-events-none absolute top-3.5 left-3 size-4 text-muted"
        />
        <input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          aria-label={t("search")}
          placeholder={t("search")}
          autoComplete="off"
          className={`${inputClass} pl-10`}
        />
      </search>
      <p role="status" className={isSearching ? "mt-2 text-sm text-muted" : "sr-only"}>
        {isSearching ? t("found", { count }) : ""}
      </p>
      {isSearching ? null : topics}
      {count === 0 ? (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-card bg-sunken p-4">
          <p className="prose-width">{t("none", { query: query.trim() })}</p>
          <Button size="small" onClick={() => setQuery("")}>
            {t("clear")}
          </Button>
        </div>
      ) : null}
      {shown.map((group) => (
        <section key={group.id} id={group.id} aria-labelledby={`${group.id}-title`} className="mt-10">
          <h2 id={`${group.id}-title`} className="mb-2 text-lg">
            {group.title}
          </h2>
          <div className="divide-y border-y">
            {group.questions.map((one) => (
              // The key changes when a search begins or ends, so that what a person opened or closed does not persist.
              <details key={`${one.id}-${isSearching}`} open={isSearching} className="group">
                <summary className="flex min-h-12 items-center justify-between gap-4 py-3 font-medium hover:text-action">
                  {one.question}
                  <span
                    aria-hidden="true"
                    className="text-xl font-normal text-muted transition-transform duration-150 group-open:rotate-45"
                  >
                    +
                  </span>
                </summary>
                {/* The anchor is inside `details`: a browser that jumps to it opens the answer. */}
                <p id={one.id} className="prose-width scroll-mt-32 pb-4 text-muted">
                  {one.answer}
                </p>
              </details>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
