import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { currentAccount, type Session, type SignedInAccount } from "@/lib/auth/sessions/session";
import { localeOf } from "@/lib/core/locales";
import type { ContractType } from "@/lib/core/prisma/enums";
import { now, refreshClock } from "@/lib/core/time/clock";
import { ADDRESS_HEADER } from "@/lib/core/web/address";
import { matchCondition } from "@/lib/customers/condition/rules";
import { matchingOf } from "@/lib/customers/record/data";
import { readInvoiceOverview } from "@/lib/dashboard/invoices/data";
import { standingOf } from "@/lib/subscriptions/contract/rules";
import type { Standing } from "@/lib/subscriptions/types";
import { booksOf } from "@/lib/vendors/rules";

/** `stamp`: a version that the page's data has at least; see `Pulse`. */
export type PageSession = Session & { stamp: string };

/** Reads once per request: Next.js renders the page for unknown addresses with every other page, and both read it. */
const readAccount = cache(async (): Promise<SignedInAccount | undefined> => {
  await refreshClock();
  return await currentAccount();
});

/**
 * Returns the reader of the page and their account, or redirects to the sign-in. Every loader calls it first, so its
 * version is older than all that the page shows.
 */
export async function pageAccount(): Promise<SignedInAccount> {
  return (await readAccount()) ?? redirect(await signInAddress());
}

export async function pageSession(): Promise<PageSession> {
  const { session, account } = await pageAccount();
  return { ...session, stamp: account.pulse?.stamp ?? "" };
}

/** Returns the address of the sign-in, which leads to the requested page afterwards. */
async function signInAddress(): Promise<string> {
  const path = (await headers()).get(ADDRESS_HEADER);
  return path && path !== "/app" ? `/login?path=${encodeURIComponent(path)}` : "/login";
}

export interface CustomerFrame {
  customerId: string;
  userName: string;
  companyName: string;
  mayChange: boolean;
  isOwner: boolean;
  /** Undefined until there is a contract. */
  contractType: ContractType | undefined;
  standing: Standing;
  /** The accounting system in use, even if the vendor has ended the connection. */
  integration: string | undefined;
  /** Open returns, and whether the retry plan resubmits them. */
  openReturns: number;
  retriesReturns: boolean;
}

/** Loads the signed-in person and the supplier, for the frame around every page. */
export const loadFrame = cache(async (): Promise<CustomerFrame & { stamp: string }> => {
  const signedIn = await pageAccount();
  return { ...frameOf(signedIn), stamp: signedIn.account.pulse?.stamp ?? "" };
});

/** Loads the reader of a public page, if signed in. Such a page also works without a session or a database. */
export const loadVisitor = cache(async (): Promise<CustomerFrame | undefined> => {
  const signedIn = await readAccount().catch(() => undefined);
  return signedIn && frameOf(signedIn);
});

function frameOf({ session, account }: SignedInAccount): CustomerFrame {
  const { companyName, connections, contract, retriesReturns, returnCases } = account;
  const books = booksOf(connections);
  return {
    customerId: session.customerId,
    userName: session.userName,
    companyName,
    mayChange: session.role !== "read_only",
    isOwner: session.role === "owner",
    contractType: contract?.planType ? contract.type : undefined,
    integration: books?.status === "disconnected" ? undefined : books?.type,
    openReturns: returnCases.length,
    retriesReturns,
    standing: standingOf(contract, now()),
  };
}

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
  const [{ chosen, terms, met }, { standing }] = await Promise.all([loadInvoiceOverview(), loadFrame()]);
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
    const isResting = isChosen && standing.isActive && !standing.isPremium && label !== chosen[0];
    return { label, isChosen, count, openCents, nearTo, isResting };
  });
  return views.sort(
    (a, b) => Number(b.isChosen) - Number(a.isChosen) || b.count - a.count || a.label.localeCompare(b.label),
  );
});

export type Mismatch = ReturnType<typeof matchingOf>["mismatches"][number];

/** Loads the fields in which the connected accounts differ from the supplier's firm. */
export async function loadMismatches(): Promise<Mismatch[]> {
  return matchingOf((await pageAccount()).account).mismatches;
}

/** Loads the settings of how and when to collect. */
export async function loadSettings() {
  const { companyName, daysEarlier, maxOverdueDays, requestsMandates, ...settings } = (await pageAccount()).account;
  const { payerLanguage, remindsMandates, reminderAfterDays, reminderMax, retriesReturns, paymentDescription } =
    settings;
  return {
    companyName,
    daysEarlier,
    maxOverdueDays,
    requestsMandates,
    payerLanguage: localeOf(payerLanguage),
    remindsMandates,
    reminderAfterDays,
    reminderMax,
    retriesReturns,
    paymentDescription,
  };
}
