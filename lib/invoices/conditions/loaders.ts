import { cache } from "react";
import { pageAccount, pageSession } from "@/lib/auth/sessions/page-session";
import { matchCondition } from "@/lib/customers/condition/rules";
import { loadFrame } from "@/lib/customers/loaders";
import { readInvoiceOverview } from "./data";

export interface ConditionView {
  label: string;
  isChosen: boolean;
  /** Number of open invoices with this condition. */
  count: number;
  openCents: number;
  /** A chosen condition that differs only slightly from this one. */
  nearTo?: string;
  /** Chosen, but without effect: several conditions need Premium. */
  isResting?: boolean;
}

export const loadInvoiceOverview = cache(async () => readInvoiceOverview((await pageSession()).customerId));

/** Loads the payment conditions that mean direct debit. */
export async function loadChosenConditions(): Promise<string[]> {
  return (await pageAccount()).account.paymentConditions;
}

/** Loads every payment condition found on invoices or chosen before, with its open invoices. */
export const loadConditions = cache(async (): Promise<ConditionView[]> => {
  const [{ chosen, terms, met }, { entitlement }] = await Promise.all([loadInvoiceOverview(), loadFrame()]);
  // Blanks around a condition make no difference, as in the comparison of conditions.
  const labels = new Set([...chosen, ...terms.map((row) => row.label.trim()), ...met.map((label) => label.trim())]);
  labels.delete("");
  const views = [...labels].map((label) => {
    const same = terms.filter((row) => row.label.trim() === label);
    const isChosen = chosen.includes(label);
    const match = matchCondition(label, chosen);
    const nearTo = match.result === "condition_near_miss" ? match.expected : undefined;
    const count = same.reduce((sum, row) => sum + row.count, 0);
    const openCents = same.reduce((sum, row) => sum + row.cents, 0);
    const isResting = isChosen && entitlement.isActive && !entitlement.isPremium && label !== chosen[0];
    return { label, isChosen, count, openCents, nearTo, isResting };
  });
  return views.sort(
    (a, b) => Number(b.isChosen) - Number(a.isChosen) || b.count - a.count || a.label.localeCompare(b.label),
  );
});
