import { makeKey } from "../../lib/accounts/keys/mutations";
import { trustedCustomerId } from "../../lib/auth/scope";
import { db } from "../../lib/core/database/db";
import type { Access } from "./build";
import { ledger } from "./desk";
import { expect, newAddress } from "./fixtures";
import { bearer, COOKIE, cookie, type Person, personOf } from "./sessions";
import { type Supplier, unconnectedSupplier } from "./supplier";
import { digestOf, openJobs, untold, type Victim } from "./tenants";

export const APP = process.env.APP_URL ?? "";

/** A kind of caller: its rights in the victim's account, its session, and how it authenticates. */
export interface Caller {
  name: "owner" | "nobody" | "stranger" | "stranger's key" | "reader" | "member" | "removed member" | "expired owner";
  may: Access;
  person?: () => Promise<Person>;
  by: "bearer" | "cookie";
  /** The API key that it sends. */
  key?: string;
}

export interface Answer {
  status: number;
  text: string;
  errorCode?: string;
}

export async function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | FormData,
): Promise<Answer> {
  // API calls take JSON, server actions text; a form sets its own content type with the boundary.
  const kind = path.startsWith("/api/v1/") ? "application/json" : "text/plain;charset=UTF-8";
  const sent = typeof body === "string" && { "content-type": kind };
  const all: Record<string, string> = { ...sent, ...headers, "x-forwarded-for": newAddress() };
  const response = await fetch(APP + path, { method, headers: all, body, redirect: "manual" });
  const text = await response.text();
  const errorCode = /"errorCode":"(\w+)"/.exec(text)?.[1];
  return { status: response.status, text, errorCode };
}

export async function headersOf({ person, by, key }: Caller): Promise<Record<string, string>> {
  if (key) return { authorization: `Bearer ${key}` };
  // A browser without a session also names the page it is on.
  if (!person) return by === "cookie" ? { origin: APP } : {};
  const who = await person();
  if (by === "bearer") return { authorization: `Bearer ${await bearer(who)}` };
  return { cookie: `${COOKIE}=${await cookie(who)}`, origin: APP };
}

async function keyOf({ customerId, userId }: Supplier): Promise<string> {
  const actor = { userId, userName: "table", ip: "2001:db8::5" };
  return (await makeKey(trustedCustomerId.parse(customerId), { name: "Shop", scope: "write" }, actor)).text;
}

/** Returns the six kinds of caller, with bearer tokens or cookies; for bearer tokens, also a stranger's API key. */
export async function callersOf(victim: Supplier, stranger: Supplier, by: Caller["by"]): Promise<Caller[]> {
  const { customerId } = victim;
  const isApi = by === "bearer";
  const colleague = async (role: "read_only" | "member") => {
    const { userId } = await unconnectedSupplier();
    await db.membership.create({ data: { customerId, userId, role } });
    return { customerId, userId };
  };
  const [reader, member, removed] = [
    await colleague("read_only"),
    await colleague("member"),
    await colleague("member"),
  ];
  const gone = await personOf(removed, isApi);
  await db.membership.delete({ where: { customerId_userId: removed } });
  const late = await personOf(victim, isApi);
  await db.session.update({ where: { id: late.sessionId }, data: { expiresAt: new Date(Date.now() - 1_000) } });
  return [
    { name: "nobody", may: "public", by },
    // Each call has its own session, because some calls end it.
    { name: "stranger", may: "public", by, person: () => personOf(stranger, isApi) },
    ...(isApi ? [{ name: "stranger's key" as const, may: "public" as const, by, key: await keyOf(stranger) }] : []),
    { name: "reader", may: "reader", by, person: () => personOf(reader, isApi) },
    { name: "member", may: "member", by, person: () => personOf(member, isApi) },
    { name: "removed member", may: "public", by, person: async () => gone },
    { name: "expired owner", may: "public", by, person: async () => late },
  ];
}

/**
 * Returns a function that asserts, after each caller, that nothing of the victim's has changed in the database or at
 * GoCardless.
 */
export async function watchOver({ supplier }: Victim) {
  const { customerId, account } = supplier;
  const unhandled = () => db.inboxEvent.count({ where: { customerId, handledAt: null } });
  await expect.poll(() => untold(supplier)).toEqual([]);
  await expect.poll(unhandled).toBe(0);
  // Jobs started by an event change rows, too.
  await expect.poll(() => openJobs(customerId, "now"), { timeout: 60_000 }).toEqual([]);
  const look = async () => ({ rows: await digestOf(supplier), payments: await ledger.payments(account) });
  const before = await look();
  expect(Object.keys(before.rows).length).toBeGreaterThan(20);
  // A soft assertion, so that a leak still counts in the figures of `handOver`.
  return async (who: string) => expect.soft(await look(), `what is the victim's, after ${who}`).toEqual(before);
}
