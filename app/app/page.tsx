import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConditionForm } from "@/components/dashboard/condition-form";
import { ConnectionStrip } from "@/components/dashboard/connection-strip";
import { Figures } from "@/components/dashboard/figures";
import { FirstSteps } from "@/components/dashboard/first-steps";
import { Greeting } from "@/components/dashboard/greeting";
import { NeedsYou } from "@/components/dashboard/needs-you";
import { NextDebits, RecentPayouts } from "@/components/dashboard/next-days";
import { toTasks } from "@/components/dashboard/tasks";
import { WeekChart } from "@/components/dashboard/week-chart";
import { Card } from "@/components/ui/card";
import { loadMoneyFigures, loadNextDebits, loadWeeks } from "@/lib/collections/loaders";
import { loadConnections, loadSync } from "@/lib/connections/loaders";
import { loadConditions, loadFrame } from "@/lib/customers/loaders";
import { loadInvoiceSums, loadUntoldCount } from "@/lib/invoices/loaders";
import { loadMandateCounts } from "@/lib/mandates/loaders";
import { loadNotices } from "@/lib/notices/loaders";
import { requireOnboarded } from "@/lib/onboarding/loaders";
import { loadRecentPayouts } from "@/lib/payouts/loaders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("dashboard"))("title") };
}

export default async function DashboardPage() {
  await requireOnboarded();
  const [frame, connections, sync, notices, untold, mandates, sums, conditions] = await Promise.all([
    loadFrame(),
    loadConnections(),
    loadSync(),
    loadNotices(),
    loadUntoldCount(),
    loadMandateCounts(),
    loadInvoiceSums(),
    loadConditions(),
  ]);
  const isNewcomer = !sums.hasAny;
  const hasConnection = connections.some((connection) => connection.status !== "none");
  const tasks = toTasks({ notices, connections, mandates, invoicesNeedingYou: untold });
  return (
    <>
      <Greeting name={frame.userName} />
      <div className="space-y-6">
        {isNewcomer ? <FirstSteps hasCondition={conditions.some((row) => row.isChosen)} /> : null}
        {isNewcomer && tasks.length === 0 ? null : <NeedsYou tasks={tasks} />}
        {sums.hasAny ? <MoneyOverview mandates={mandates} sums={sums} /> : null}
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
          {hasConnection ? <ConnectionStrip connections={connections} sync={sync} /> : null}
          <Card>
            {/* Saved choices come back as new rows; the form then starts from them. */}
            <ConditionForm
              key={conditions
                .filter((row) => row.isChosen)
                .map((row) => row.label)
                .join("\n")}
              conditions={conditions}
            />
          </Card>
        </div>
      </div>
    </>
  );
}

async function MoneyOverview({
  mandates,
  sums,
}: {
  mandates: Awaited<ReturnType<typeof loadMandateCounts>>;
  sums: Awaited<ReturnType<typeof loadInvoiceSums>>;
}) {
  const [money, weeks, debits, payouts] = await Promise.all([
    loadMoneyFigures(),
    loadWeeks(),
    loadNextDebits(),
    loadRecentPayouts(4),
  ]);
  return (
    <>
      <Figures money={money} sums={sums} mandates={mandates} />
      {weeks.length > 0 ? <WeekChart weeks={weeks} /> : null}
      <div className="flex flex-col gap-6 lg:flex-row">
        <NextDebits debits={debits} />
        <RecentPayouts payouts={payouts} />
      </div>
    </>
  );
}
