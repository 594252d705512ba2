import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { openToken } from "@/lib/connections/tokens/mutations";
import { encrypt } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { today } from "@/lib/core/time/clock";
import { dayOf, toDate } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { DEMO } from "@/prisma/seed/demo-supplier";
import { addDays } from "../../sandbox/kit/calendar";
import { readPast, writeRows } from "./load";

const PORTS = { web: 3999, desk: 4999 };
const MAX_BYTES = 2_000_000;

test("The recorded past fits the schema, and is a year of a firm that is still at work", async () => {
  const past = readPast(today(), PORTS);
  await writeRows(past, process.env.DATABASE_URL ?? "", encrypt);
  const { customerId } = await db.membership.findFirstOrThrow({ where: { user: { email: DEMO.email } } });
  const where = { customerId };

  expect(await db.invoice.count({ where })).toBeGreaterThan(350);
  const first = await db.collection.findFirstOrThrow({ where, orderBy: { debitDate: "asc" } });
  expect(first.debitDate.getTime()).toBeLessThan(toDate(addDays(today(), -300)).getTime());
  expect(await db.contact.count({ where: { ...where, mandates: { some: { status: "active" } } } })).toBeGreaterThan(50);

  const payouts = await db.payout.findMany({ where });
  expect(payouts.length).toBeGreaterThan(100);
  expect(payouts.filter((one) => !one.isProven || one.bookingStatus !== "booked")).toEqual([]);

  const codes = await db.collection.findMany({
    where: { ...where, failureCode: { not: null } },
    distinct: ["failureCode"],
  });
  expect(codes.length).toBeGreaterThanOrEqual(5);
  expect(await db.returnCase.count({ where: { ...where, isDone: false } })).toBe(1);
  expect(await db.mandate.count({ where: { ...where, transferredAt: { not: null } } })).toBe(1);
  expect(await db.mandateRequest.count({ where: { ...where, status: { in: ["sent", "opened"] } } })).toBeGreaterThan(2);
  expect(await db.mandateRequest.count({ where: { ...where, reminderCount: { gt: 0 } } })).toBeGreaterThan(0);

  const next = { gte: toDate(addDays(today(), 1)), lte: toDate(nextTargetDay(addDays(today(), 1))) };
  expect(await db.collection.count({ where: { ...where, status: "submitted", debitDate: next } })).toBeGreaterThan(0);
  // Nothing has happened later than the morning of the day on which the demo starts.
  const newest = await db.collectionEvent.findFirstOrThrow({ where, orderBy: { occurredAt: "desc" } });
  expect(dayOf(newest.occurredAt) <= today()).toBe(true);
});

test("The tokens of the connections are encrypted with the keys of the new data directory", async () => {
  for (const row of await db.connection.findMany()) {
    const type = row.type as "LEXOFFICE" | "GOCARDLESS";
    if (row.refreshToken) expect(openToken(row.customerId, type, "refresh", row.refreshToken)).toMatch(/^\S{8,}$/);
    expect(row.accessToken && openToken(row.customerId, type, "access", row.accessToken)).toMatch(/^\S{8,}$/);
  }
});

// A Monday, a Saturday, and the Sunday on which summer time begins.
test.each(["2027-03-22", "2027-03-27", "2027-03-28"])(
  "Started on %s it ends on that day, and its debits are on working days",
  (day) => {
    const past = readPast(day, PORTS);
    expect(past.day).toBe(day);
    expect(past.twins.clock).toEqual([{ id: "clock", seq: 1, doc: { offsetDays: 0, ranTo: day } }]);
    const charged = (past.tables.collections ?? []).flatMap((row) =>
      row.charge_date ? [String(row.charge_date)] : [],
    );
    expect(charged.length).toBeGreaterThan(350);
    expect(charged.filter((charge) => [0, 6].includes(new Date(charge).getUTCDay()))).toEqual([]);
    expect(JSON.stringify(past.twins)).not.toMatch(/\{\{\w+~?\}\}|127\.0\.0\.1:[34][012]\d\d/);
  },
);

test("the recorded past is smaller than 2 MB", () => {
  expect(statSync(new URL("./past.br", import.meta.url)).size).toBeLessThan(MAX_BYTES);
});
