import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { DifferenceList } from "@/components/operators/difference-list";
import { FeedTable } from "@/components/operators/feed-table";
import { LetterList } from "@/components/operators/letter-list";
import { QueueTable } from "@/components/operators/queue-table";
import { MatchList, SearchForm } from "@/components/operators/search-form";
import { TrailView } from "@/components/operators/trail-view";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { formatInstant } from "@/lib/core/time/dates";
import { paramOf, type SearchParams } from "@/lib/core/web/paging";
import { loadOperator, loadStatus, loadTrail } from "@/lib/operations/loaders";
import { worst } from "@/lib/operations/status/rules";
import { FAULTS } from "@/lib/operations/types";

export async function generateMetadata(): Promise<Metadata> {
  return (await loadOperator()) ? { title: (await getTranslations("operators"))("title") } : {};
}

/**
 * The page for operators of the installation: the age of every data feed, waiting jobs, and the diagnosis of one
 * invoice.
 */
export default async function OperatorsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const isOperator = await loadOperator();
  const t = await getTranslations("operators");
  if (!isOperator) return <WeakSession />;
  const text = paramOf(await searchParams, "q")?.trim();
  const [status, found, locale] = await Promise.all([loadStatus(), text ? loadTrail(text) : undefined, getLocale()]);
  const { feeds, queues, letters, letterCount, differences, faults } = status;
  const level = worst(...feeds.map((feed) => feed.level), ...queues.map((queue) => queue.level));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 sm:gap-10">
      <div>
        <PageHeading title={t("title")} intro={t("intro", { at: formatInstant(new Date(status.at), locale) })} />
        <Banner tone={level} title={t(`overall.${level}`)} />
      </div>
      <Section title={t("search.title")}>
        <Card>
          <SearchForm text={text ?? ""} />
          {found ? (
            <div className="mt-6 border-t pt-6">
              {found.trail ? (
                <TrailView trail={found.trail} />
              ) : (
                <MatchList text={text ?? ""} matches={found.matches} />
              )}
            </div>
          ) : null}
        </Card>
      </Section>
      <Section title={t("feeds.title")} intro={t("feeds.intro")}>
        <Card flush>
          <FeedTable feeds={feeds} />
        </Card>
      </Section>
      <Section title={t("differences.title")} intro={t("differences.intro", { repaired: differences.repaired })}>
        <Card flush>
          {differences.open.length > 0 ? (
            <DifferenceList differences={differences.open} more={differences.total - differences.open.length} />
          ) : (
            <EmptyState text={t("differences.empty")} />
          )}
        </Card>
      </Section>
      <Section title={t("letters.title")} intro={t("letters.intro")}>
        <Card flush>
          {letters.length > 0 ? (
            <LetterList letters={letters} more={letterCount - letters.length} />
          ) : (
            <EmptyState text={t("letters.empty")} />
          )}
        </Card>
      </Section>
      <Section title={t("queues.title")}>
        <Card flush>
          {queues.length > 0 ? <QueueTable queues={queues} /> : <EmptyState text={t("queues.empty")} />}
        </Card>
      </Section>
      <Section title={t("faults.title")}>
        <Card>
          <Facts
            facts={FAULTS.map((key) => ({
              label: t(`faults.${key}`),
              value: <span className="figure">{faults[key]}</span>,
            }))}
          />
        </Card>
      </Section>
    </div>
  );
}

async function WeakSession() {
  const t = await getTranslations("operators.weak");
  return (
    <Banner
      tone="wait"
      title={t("title")}
      action={
        <Link href="/app/account/security" className={buttonClass("plain", "small")}>
          {t("action")}
        </Link>
      }
    >
      {t("text")}
    </Banner>
  );
}
