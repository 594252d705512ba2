import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { currentSession, type Session } from "@/lib/auth/session";
import { matchCondition } from "@/lib/collections/condition-rules";
import { ADDRESS_HEADER } from "@/lib/core/address";
import { now, refreshClock } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import type { ConnectionType, ContractType } from "@/lib/core/prisma/enums";
import { readStanding } from "@/lib/subscriptions/access";
import { standingOf } from "@/lib/subscriptions/rules";
import type { Standing } from "@/lib/subscriptions/types";
import { readMatching, readPulse } from "./data";

/** `stamp`: what the data of the page are at least as new as, see `Pulse`. */
export type PageSession = Session & { stamp: string };

/**
 * The session of the page being made; whoever has none goes to the sign-in. Every loader begins with it, so its stamp
 * is older than all that the page shows.
 */
export const pageSession = cache(async (): Promise<PageSession> => {
  await refreshClock();
  const session = await currentSession();
  if (!session) redirect(await signInAddress());
  return { ...session, stamp: await readPulse(session.customerId) };
});

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
  /** The books that are connected. */
  integration: ConnectionType | undefined;
}

/** Who is signed in, for the frame around every page. */
export const loadFrame = cache(async (): Promise<CustomerFrame & { stamp: string }> => {
  const session = await pageSession();
  return { ...(await frameOf(session)), stamp: session.stamp };
});

/** Who reads a public page, if somebody is signed in. Such a page needs nobody, and no database either. */
export const loadVisitor = cache(async (): Promise<CustomerFrame | undefined> => {
  const session = await currentSession().catch(() => undefined);
  return session ? await frameOf(session).catch(() => undefined) : undefined;
});

async function frameOf({ customerId, userName, role }: Session): Promise<CustomerFrame> {
  const { companyName, connections, contract } = await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: {
      companyName: true,
      contract: true,
      connections: { where: { status: "connected", type: { not: "GOCARDLESS" } }, select: { type: true } },
    },
  });
  const standing = standingOf(contract, now());
  return {
    customerId,
    userName,
    companyName,
    mayChange: role !== "read_only",
    isOwner: role === "owner",
    contractType: contract?.planType ? contract.type : undefined,
    integration: connections[0]?.type,
    standing,
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

/** Every payment condition met on invoices or chosen before, and what hangs on it. */
export const loadConditions = cache(async (): Promise<ConditionView[]> => {
  const { customerId } = await pageSession();
  const [customer, standing, met, open] = await Promise.all([
    db.customer.findUniqueOrThrow({ where: { id: customerId }, select: { paymentConditions: true } }),
    readStanding(customerId),
    db.invoice.groupBy({ by: ["termLabel"], where: { customerId, termLabel: { not: "" } } }),
    db.invoice.groupBy({
      by: ["termLabel"],
      where: { customerId, bookStatus: "open", isArchived: false },
      _count: true,
      _sum: { openCents: true },
    }),
  ]);
  const chosen = customer.paymentConditions;
  // Blanks around a term are no difference: they are not compared either.
  const labels = [...new Set([...chosen, ...met.map((row) => row.termLabel.trim())])].filter(Boolean);
  const views = labels.map((label) => {
    const same = open.filter((row) => row.termLabel.trim() === label);
    const isChosen = chosen.includes(label);
    const match = matchCondition(label, chosen);
    const nearTo = match.result === "condition_near_miss" ? match.expected : undefined;
    const count = same.reduce((sum, row) => sum + row._count, 0);
    const openCents = same.reduce((sum, row) => sum + (row._sum.openCents ?? 0), 0);
    const isResting = isChosen && standing.isActive && !standing.isPremium && label !== chosen[0];
    return { label, isChosen, count, openCents, nearTo, isResting };
  });
  return views.sort(
    (a, b) => Number(b.isChosen) - Number(a.isChosen) || b.count - a.count || a.label.localeCompare(b.label),
  );
});

export type Mismatch = Awaited<ReturnType<typeof readMatching>>["mismatches"][number];

/** In what the connected accounts do not look like the same firm. */
export const loadMismatches = cache(async (): Promise<Mismatch[]> => {
  const { customerId } = await pageSession();
  return (await readMatching(customerId)).mismatches;
});

/** How and when is collected, for the settings. */
export const loadSettings = cache(async () => {
  const { customerId } = await pageSession();
  return await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: {
      companyName: true,
      daysEarlier: true,
      maxOverdueDays: true,
      requestsMandates: true,
      remindsMandates: true,
      reminderAfterDays: true,
      reminderMax: true,
      paymentDescription: true,
    },
  });
});
