import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { type SyncView, syncViewOf } from "@/lib/connections/loaders";
import { now, today } from "@/lib/core/time/clock";
import { readDebitDays } from "@/lib/dashboard/debits/data";
import {
  debitsUnderWay,
  firstDayTold,
  type MoneyFigures,
  moneyFigures,
  type Week,
  weeksOf,
} from "@/lib/dashboard/debits/rules";
import { type ForecastLine, forecast, type PayoutHabit, payoutHabit } from "@/lib/dashboard/forecast/rules";
import { type ConditionView, loadConditions, loadInvoiceOverview } from "@/lib/invoices/conditions/loaders";
import { noticeGroupOf, type ShownGroup } from "@/lib/notifications/loaders";
import { type Attention, type RecentPayout, readAttention } from "./data";

export type MandateCounts = Attention["requests"] & Attention["mandates"] & Pick<Attention, "unconfirmed">;

export interface Dashboard {
  notices: ShownGroup[];
  mandates: MandateCounts;
  heldFiles: number;
  invoices: { openCount: number; openCents: number; pendingCount: number; untoldCount: number; hasAny: boolean };
  conditions: ConditionView[];
  money: MoneyFigures;
  weeks: Week[];
  forecast: ForecastLine[];
  habit: PayoutHabit;
  payouts: RecentPayout[];
  sync?: SyncView;
  isTourOver: boolean;
}

const WEEK_MS = 7 * 86_400_000;

/** Loads all that the dashboard shows inside the frame, by three statements. */
export const loadDashboard = cache(async (): Promise<Dashboard> => {
  const { customerId, userId } = await pageSession();
  const day = today();
  const [debits, invoices, conditions, attention] = await Promise.all([
    readDebitDays(customerId, firstDayTold(day)),
    loadInvoiceOverview(),
    loadConditions(),
    readAttention(customerId, userId, new Date(now().getTime() - WEEK_MS)),
  ]);
  const habit = payoutHabit(attention.pastDebits, attention.pastFees);
  return {
    notices: attention.notices.map(noticeGroupOf),
    mandates: { ...attention.requests, ...attention.mandates, unconfirmed: attention.unconfirmed },
    heldFiles: attention.heldFiles,
    invoices,
    conditions,
    money: moneyFigures(debits, day),
    weeks: weeksOf(debits, day),
    forecast: forecast(debitsUnderWay(debits), habit, day),
    habit,
    payouts: attention.payouts,
    sync: attention.sync ? syncViewOf(attention.sync) : undefined,
    isTourOver: attention.isTourOver,
  };
});
