import { CircleHelp } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConditionForm } from "@/components/conditions/condition-form";
import { HoldNotice } from "@/components/connections/hold-notice";
import { CashForecast } from "@/components/dashboard/cash-forecast";
import { ConnectionStrip } from "@/components/dashboard/connection-strip";
import { Figures } from "@/components/dashboard/figures";
import { FirstSteps } from "@/components/dashboard/first-steps";
import { Greeting } from "@/components/dashboard/greeting";
import { HelpCard } from "@/components/dashboard/help-card";
import { NeedsYou } from "@/components/dashboard/needs-you";
import { RecentPayouts } from "@/components/dashboard/recent-payouts";
import { toTasks } from "@/components/dashboard/tasks";
import { WeekChart } from "@/components/dashboard/week-chart";
import { FilesCard } from "@/components/datev/files-card";
import { supportHref } from "@/components/shell/support";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { loadConnections } from "@/lib/connections/loaders";
import { conditionsKey } from "@/lib/customers/condition/rules";
import { loadFrame, loadMismatches } from "@/lib/customers/loaders";
import { type Dashboard, loadDashboard } from "@/lib/dashboard/loaders";
import { requireOnboarded } from "@/lib/onboarding/loaders";
import { documentReferencesOf, marksOf } from "@/lib/vendors/rules";
import { vendorName } from "@/lib/vendors/types";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("dashboard"))("title") };
}

export default async function DashboardPage() {
  await requireOnboarded();
  const [frame, connections, mismatches, dashboard, t] = await Promise.all([
    loadFrame(),
    loadConnections(),
    loadMismatches(),
    loadDashboard(),
    getTranslations("dashboard.help"),
  ]);
  const { conditions, invoices, isTourOver, sync } = dashboard;
  const isNewcomer = !invoices.hasAny;
  const byFile = connections.find(({ type, status }) => marksOf(type) === "list" && status === "connected");
  const hasConnection = connections.some((connection) => connection.status !== "none");
  const tasks = toTasks({ ...dashboard, connections, mismatches, books: frame.integration });
  return (
    <>
      <Greeting name={frame.userName} aside={<HelpLink label={t("title")} />} />
      <div className="space-y-6">
        <div data-tour="needs" className="space-y-6">
          {connections.map((connection) => (
            <HoldNotice key={connection.type} connection={connection} isElsewhere />
          ))}
          {isNewcomer ? (
            <FirstSteps
              missing={byFile ? "list" : conditions.some((row) => row.isChosen) ? "invoice" : "condition"}
              integration={frame.integration}
            />
          ) : null}
          {isNewcomer && tasks.length === 0 ? null : <NeedsYou tasks={tasks} openReturns={frame.openReturns} />}
        </div>
        {invoices.hasAny ? <MoneyOverview dashboard={dashboard} /> : null}
        <div className="when-near-[42rem] grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start lg:when-near-[24rem]">
          <div className="space-y-6">
            {hasConnection ? <ConnectionStrip connections={connections} sync={sync} /> : null}
            {invoices.hasAny ? <RecentPayouts payouts={dashboard.payouts} /> : null}
          </div>
          <div id="conditions" data-tour="conditions">
            <Card>
              {byFile ? (
                <FilesCard readAt={byFile.lastSyncedAt} isOutdated={byFile.isOutdated === true} />
              ) : (
                <ConditionForm
                  key={conditionsKey(conditions)}
                  conditions={conditions}
                  marks={documentReferencesOf(frame.integration)}
                  vendor={vendorName(frame.integration)}
                />
              )}
            </Card>
          </div>
        </div>
        <div className="when-near-[14rem]">
          <HelpCard supportHref={await supportHref(frame)} isTourOver={isTourOver} integration={frame.integration} />
        </div>
      </div>
    </>
  );
}

function MoneyOverview({ dashboard }: { dashboard: Dashboard }) {
  const { money, invoices, mandates, weeks, forecast, habit } = dashboard;
  return (
    <>
      <div data-tour="money">
        <Figures money={money} invoices={invoices} mandates={mandates} />
      </div>
      <div className="when-near-[60rem] sm:when-near-[28rem]">
        <CashForecast lines={forecast} habit={habit} />
      </div>
      {weeks.length > 0 ? (
        <div className="when-near-[20rem]">
          <WeekChart weeks={weeks} />
        </div>
      ) : null}
    </>
  );
}

function HelpLink({ label }: { label: string }) {
  return (
    <a href="#help" className={buttonClass("quiet", "small", "-mr-3 shrink-0")}>
      <CircleHelp aria-hidden="true" strokeWidth={1.5} className="size-4" />
      {label}
    </a>
  );
}
