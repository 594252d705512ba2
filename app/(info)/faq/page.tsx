import type { Metadata } from "next";
import { useMessages, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { QuestionList } from "@/components/faq/question-list";
import { Tour } from "@/components/faq/tour";
import { brand } from "@/lib/core/brand";

/** The anchor that every header links to. */
const TOUR_ID = "tour";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("faq"))("title") };
}

export default function FaqPage() {
  const t = useTranslations("faq");
  const groups = Object.entries(useMessages().faq.groups).map(([id, { title, questions }]) => ({
    id,
    title,
    questions: Object.entries(questions).map(([key, { q, a }]) => ({ id: `${id}-${key}`, question: q, answer: a })),
  }));
  const topics = [...groups, { id: TOUR_ID, title: t("tour.title") }];
  return (
    <>
      <h1 className="text-xl">{t("title")}</h1>
      <p className="prose-width mt-1 mb-6 text-muted">{t("intro")}</p>
      <QuestionList groups={groups} topics={<Topics topics={topics} />} />
      <Tour id={TOUR_ID} />
      <p className="mt-16 border-t pt-6 text-muted">
        {t("more")}{" "}
        <a href={`mailto:${brand.supportEmail}`} className="text-action underline underline-offset-2">
          {brand.supportEmail}
        </a>
      </p>
    </>
  );
}

function Topics({ topics }: { topics: { id: string; title: string }[] }) {
  const t = useTranslations("faq");
  return (
    <nav aria-label={t("topics")} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {topics.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-full border bg-surface px-3 text-sm hover:border-edge sm:min-h-9"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
