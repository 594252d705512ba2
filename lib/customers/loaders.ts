import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { currentAccount, type Session, type SignedInAccount } from "@/lib/auth/session";
import { matchCondition } from "@/lib/collections/condition-rules";
import { booksOf } from "@/lib/connections/rules";
import { ADDRESS_HEADER } from "@/lib/core/address";
import { now, refreshClock } from "@/lib/core/clock";
import { localeOf } from "@/lib/core/locales";
import type { ContractType } from "@/lib/core/prisma/enums";
import { readInvoiceOverview } from "@/lib/invoices/dashboard-data";
import { standingOf } from "@/lib/subscriptions/rules";
import type { Standing } from "@/lib/subscriptions/types";
import { matchingOf } from "./data";

/** `stamp`: what the data of the page are at least as new as, see `Pulse`. */
export type PageSession = Session & { stamp: string };

/** Read once a request: the page for addresses that lead nowhere is made beside every other one, and asks too. */
const readAccount = cache(async (): Promise<SignedInAccount | undefined> => {
  await refreshClock();
  return await currentAccount();
});

/**
 * Who reads the page being made, and their account; whoever has no session goes to the sign-in. Every loader begins
 * with it, so its stamp is older than all that the page shows.
 */
export async function pageAccount(): Promise<SignedInAccount> {
  return (await readAccount()) ?? redirect(await signInAddress());
}

export async function pageSession(): Promise<PageSession> {
  const { session, account } = await pageAccount();
  return { ...session, stamp: account.pulse?.stamp ?? "" };
}

/** The sign-in, with the way back to the page that was asked for. */
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
  /** Undefined until a contract is made. */
  contractType: ContractType | undefined;
  standing: Standing;
  /** The books in use, also where the vendor has ended the connection. */
  integration: string | undefined;
  /** Debits that came back and are not done with, and whether the plan tries them again. */
  openReturns: number;
  retriesReturns: boolean;
}

/** Who is signed in, for the frame around every page. */
export const loadFrame = cache(async (): Promise<CustomerFrame & { stamp: string }> => {
  const signedIn = await pageAccount();
  return { ...frameOf(signedIn), stamp: signedIn.account.pulse?.stamp ?? "" };
});

/** Who reads a public page, if somebody is signed in. Such a page needs nobody, and no database either. */
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
  /** Open invoices that carry it. */
  count: number;
  openCents: number;
  /** A chosen condition that this one nearly equals. */
  nearTo?: string;
  /** Chosen, but one of several, which only Premium has. */
  isResting?: boolean;
}

export const loadInvoiceOverview = cache(async () => readInvoiceOverview((await pageSession()).customerId));

/** The payment conditions that mean direct debit. */
export async function loadChosenConditions(): Promise<string[]> {
  return (await pageAccount()).account.paymentConditions;
}

/** Every payment condition met on invoices or chosen before, and what hangs on it. */
export const loadConditions = cache(async (): Promise<ConditionView[]> => {
  const [{ chosen, terms, met }, { standing }] = await Promise.all([loadInvoiceOverview(), loadFrame()]);
  // Blanks around a term are no difference: they are not compared either.
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

/** In what the connected accounts do not look like the same firm. */
export async function loadMismatches(): Promise<Mismatch[]> {
  return matchingOf((await pageAccount()).account).mismatches;
}

/** How and when is collected, for the settings. */
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
