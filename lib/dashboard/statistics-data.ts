import type { z } from "zod";
import type { CustomerId } from "@/lib/auth/scope";
import { today } from "@/lib/core/time/clock";
import { monthStart } from "@/lib/core/time/dates";
import type { statisticsView } from "@/lib/customers/schema";
import { readInvoiceOverview } from "@/lib/invoices/conditions/data";
import { countWaitingRequests } from "@/lib/mandates/requests/waiting-data";
import { readDebitDays } from "./debits/data";
import { moneyFigures } from "./debits/rules";

/**
 * Returns the documented figures, each equal to the dashboard's. A confirmed collection is also under way until its
 * payout.
 */
export async function readStatistics(customerId: CustomerId): Promise<z.output<typeof statisticsView>> {
  const day = today();
  const [invoices, pendingMandates, debits] = await Promise.all([
    readInvoiceOverview(customerId),
    countWaitingRequests(customerId),
    readDebitDays(customerId, monthStart(day)),
  ]);
  const { onItsWay, thisMonth } = moneyFigures(debits, day);
  return {
    invoiceSumCents: invoices.openCents,
    pendingInvoices: invoices.pendingCount,
    pendingMandates,
    underWayCents: onItsWay.cents,
    underWayCount: onItsWay.count,
    collectedThisMonthCents: thisMonth.cents,
  };
}
