import { cache } from "react";
import { pageAccount, readAccount } from "@/lib/auth/sessions/page-session";
import type { SignedInAccount } from "@/lib/auth/sessions/session";
import { localeOf } from "@/lib/core/locales";
import type { ContractType } from "@/lib/core/prisma/enums";
import { now } from "@/lib/core/time/clock";
import { matchingOf } from "@/lib/customers/record/data";
import { entitlementOf } from "@/lib/subscriptions/contract/rules";
import type { Entitlement } from "@/lib/subscriptions/types";
import { accountingInUse } from "@/lib/vendors/rules";

export interface CustomerFrame {
  customerId: string;
  userName: string;
  companyName: string;
  mayChange: boolean;
  isOwner: boolean;
  /** Undefined until there is a contract. */
  contractType: ContractType | undefined;
  entitlement: Entitlement;
  /** The accounting system in use, even if the vendor has ended the connection. */
  integration: string | undefined;
  /** Open returns, and whether the retry plan resubmits them. */
  openReturns: number;
  retriesReturns: boolean;
  /** Open notices that this person has not read, at most a hundred. */
  unreadNotices: number;
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
  const { companyName, connections, contract, retriesReturns, returnCases, notices } = account;
  const books = accountingInUse(connections);
  return {
    customerId: session.customerId,
    userName: session.userName,
    companyName,
    mayChange: session.role !== "read_only",
    isOwner: session.role === "owner",
    contractType: contract?.planType ? contract.type : undefined,
    integration: books?.status === "disconnected" ? undefined : books?.type,
    openReturns: returnCases.length,
    unreadNotices: notices.length,
    retriesReturns,
    entitlement: entitlementOf(contract, now()),
  };
}

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
