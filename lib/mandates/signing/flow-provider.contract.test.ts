import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { payerToken } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { TestSandbox } from "@/test/sandbox";
import { seedRequest } from "@/test/supplier-data";
import { supplierAtTwins, type TwinSupplier } from "@/test/twin-supplier";
import { loadPayerPage } from "./page-data";
import { markExit } from "./page-mutations";
import { openSigningPage, settleReturn } from "./page-provider";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

let supplier: TwinSupplier;
let token: string;
let id: string;
beforeEach(async () => {
  supplier = await supplierAtTwins();
  const { customerId } = supplier;
  id = `mrq_${randomUUID().slice(0, 8)}`;
  await seedRequest(customerId, id, "sent");
  token = payerToken({ requestId: id });
});

/** Returns how many calls to GoCardless `run` makes. */
async function callsOf(run: () => Promise<unknown>): Promise<number> {
  const before = (await sandbox.requests("gocardless")).length;
  await run();
  return (await sandbox.requests("gocardless")).length - before;
}

const where = () => ({ customerId_id: { customerId: supplier.customerId, id } });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const clicks = async (count: number) => {
  const pages: unknown[] = [];
  for (let i = 0; i < count; i += 1) pages.push(await openSigningPage(token));
  return pages;
};

test("makes two calls for twenty clicks on a payer's link, and leads all of them to one page", async () => {
  let pages: unknown[] = [];
  expect(
    await callsOf(async () => {
      pages = await clicks(20);
    }),
  ).toBe(2);
  expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
  expect(pages[0]).toHaveProperty("url");
});

test("makes two calls for twenty simultaneous clicks", async () => {
  expect(await callsOf(() => Promise.all(Array.from({ length: 20 }, () => openSigningPage(token))))).toBe(2);
});

test("reads the signing once more after ten minutes, and uses the open page again", async () => {
  const [first] = await clicks(1);
  await db.mandateRequest.update({ where: where(), data: { flowSeenAt: minutesAgo(11) } });
  let later: unknown[] = [];
  expect(
    await callsOf(async () => {
      later = await clicks(3);
    }),
  ).toBe(1);
  expect(later).toEqual([first, first, first]);
});

test("opens a new page if the old one expired, the payer left it, or the payer's details changed", async () => {
  const seen = new Set([JSON.stringify(await clicks(1))]);
  await db.mandateRequest.update({ where: where(), data: { flowMadeAt: minutesAgo(6 * 24 * 60 + 1) } });
  seen.add(JSON.stringify(await clicks(1)));
  await markExit(token);
  seen.add(JSON.stringify(await clicks(1)));
  await db.contact.updateMany({ where: { customerId: supplier.customerId }, data: { companyName: "Jana Winter" } });
  seen.add(JSON.stringify(await clicks(1)));
  expect(seen.size).toBe(4);
});

test("refuses a link that keeps requesting new pages, without calling GoCardless", async () => {
  const again = async () => {
    await markExit(token);
    return await openSigningPage(token);
  };
  const calls = await callsOf(async () => {
    for (let i = 0; i < 10; i += 1) expect(await again()).toHaveProperty("url");
  });
  expect(calls).toBe(20);
  expect(await callsOf(() => expect(again()).rejects.toMatchObject({ code: "too_many_requests" }))).toBe(0);
  expect(await loadPayerPage(token)).toMatchObject({ state: "open" });
});

test("calls GoCardless at most forty times for reloads of the return page, and still answers", async () => {
  await clicks(1);
  const calls = await callsOf(async () => {
    for (let i = 0; i < 45; i += 1) expect(await settleReturn(token)).toMatchObject({ state: "open" });
  });
  expect(calls).toBe(40);
});

test("counts payers' clicks against a rate limit of their own, not the supplier's", async () => {
  await db.ratePace.deleteMany({ where: { key: { endsWith: supplier.customerId } } });
  await clicks(5);
  const keys = await db.ratePace.findMany({ where: { key: { endsWith: supplier.customerId } }, select: { key: true } });
  expect(keys).toEqual([{ key: `GOCARDLESS-PAYERS:${supplier.customerId}` }]);
});

test("refuses an IP address that clicks too often, on any link", async () => {
  const address = `198.51.100.${randomUUID()}`;
  for (let i = 0; i < 60; i += 1) await openSigningPage(token, address);
  await expect(openSigningPage(token, address)).rejects.toMatchObject({ code: "too_many_requests" });
  expect(await openSigningPage(token, `${address}2`)).toHaveProperty("url");
});
