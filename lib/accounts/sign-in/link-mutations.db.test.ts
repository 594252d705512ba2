import { beforeEach, expect, test, vi } from "vitest";
import { takeSignInLinkAction } from "@/lib/accounts/public/actions";
import { loadSignInLink } from "@/lib/accounts/public/loaders";
import { sessionOf } from "@/lib/auth/sessions/session";
import { issueAccessToken, issueTicket, readAccessToken, readTicket } from "@/lib/auth/tokens";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { findLinkedSession, takeLinkedSession } from "./link-mutations";
import { beginApiSession, beginTicketSession } from "./mutations";

const ORIGIN = { ip: "203.0.113.7", userAgent: "Firefox" };
const sent = vi.hoisted(() => ({ headers: {} as Record<string, string> }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers(sent.headers),
  cookies: async () => ({ get: () => undefined, set: () => undefined }),
}));
beforeEach(() => {
  sent.headers = { origin: new URL(env().APP_URL).origin, "x-forwarded-for": ORIGIN.ip };
});

function person({ userId, customerId, email }: SeededSupplier) {
  return { userId, customerId, email, name: "Frieda Brandt", hasSecondFactor: true };
}

async function linkOf(supplier: SeededSupplier) {
  const { userId, customerId } = supplier;
  return { jwtToken: await beginApiSession(person(supplier), ORIGIN), userId, customerId };
}

async function rowsOf(userId: string) {
  const [sessions, limits, audits] = await Promise.all([
    db.session.findMany({ where: { userId } }),
    db.rateLimit.findMany({ orderBy: { key: "asc" } }),
    db.auditEntry.count(),
  ]);
  return { sessions, limits, audits };
}

test("viewing the page of a sign-in link names the account, writes nothing and leaves the link valid", async () => {
  const supplier = await seedSupplier();
  const link = await linkOf(supplier);
  const before = await rowsOf(supplier.userId);
  const { companyName } = await db.customer.findUniqueOrThrow({ where: { id: supplier.customerId } });
  const { name } = await db.user.findUniqueOrThrow({ where: { id: supplier.userId } });
  for (let i = 0; i < 3; i += 1) expect(await loadSignInLink(link)).toEqual({ opens: { name, company: companyName } });
  expect(await rowsOf(supplier.userId)).toEqual(before);
});

test("one of six simultaneous uses of a sign-in link opens a browser session, and the token becomes invalid", async () => {
  const supplier = await seedSupplier();
  const link = await linkOf(supplier);
  const { expiresAt } = await db.session.findFirstOrThrow({ where: { userId: supplier.userId } });
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => takeLinkedSession(link, ORIGIN)));
  const [ticket, ...others] = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(others).toEqual([]);
  const rows = await db.session.findMany({ where: { userId: supplier.userId } });
  // The browser's session ends when the token would have, and stores whether there was a second factor.
  expect(rows).toMatchObject([{ isApi: false, claimedAt: null, hasSecondFactor: true, stays: false, expiresAt }]);
  expect(await readTicket(ticket ?? "")).toBe(rows[0]?.id);
  expect(await sessionOf(await readAccessToken(link.jwtToken), "bearer")).toBeUndefined();
  await expect(takeLinkedSession(link, ORIGIN)).rejects.toMatchObject({ code: "link_expired" });
  expect(await findLinkedSession(link)).toBeFalsy();
});

test("an API token can open a browser session for five minutes, and stays valid for the API for twelve hours", async () => {
  const supplier = await seedSupplier();
  const link = await linkOf(supplier);
  const { userId } = supplier;
  await db.session.updateMany({ where: { userId }, data: { createdAt: new Date(Date.now() - 5 * 60_000 - 1_000) } });
  expect(await findLinkedSession(link)).toBeFalsy();
  await expect(takeLinkedSession(link, ORIGIN)).rejects.toMatchObject({ code: "link_expired" });
  expect(await sessionOf(await readAccessToken(link.jwtToken), "bearer")).toMatchObject({ userId });
});

test("a sign-in link with another token, person or supplier opens nothing", async () => {
  const [supplier, other] = [await seedSupplier(), await seedSupplier()];
  const link = await linkOf(supplier);
  const { userId, customerId } = supplier;
  const ticket = await beginTicketSession(person(supplier), ORIGIN);
  const browserId = (await readTicket(ticket)) ?? "";
  const wrong = [
    { ...link, userId: other.userId },
    { ...link, customerId: other.customerId },
    { ...link, jwtToken: (await linkOf(other)).jwtToken },
    { ...link, jwtToken: `${link.jwtToken}x` },
    { ...link, jwtToken: ticket },
    { ...link, jwtToken: await issueTicket("ses_1") },
    // A browser session's id in an API token opens nothing either.
    { ...link, jwtToken: await issueAccessToken({ sessionId: browserId, userId, customerId }) },
  ];
  for (const one of wrong) {
    expect((await loadSignInLink(one)).opens).toBeUndefined();
    await expect(takeLinkedSession(one, ORIGIN)).rejects.toMatchObject({ code: "link_expired" });
  }
  expect((await loadSignInLink(link)).opens).toBeDefined();
});

test("a click on a sign-in link is refused from another site or without an origin, and the link stays unused", async () => {
  const link = await linkOf(await seedSupplier());
  const own = sent.headers;
  for (const origin of ["https://evil.example", "null", undefined]) {
    const { origin: _, ...rest } = own;
    sent.headers = origin ? { ...rest, origin } : rest;
    expect(await takeSignInLinkAction(link)).toMatchObject({ ok: false, error: { code: "origin_mismatch" } });
  }
  sent.headers = own;
  expect(await takeSignInLinkAction(link)).toMatchObject({ ok: true, data: { ticket: expect.any(String) } });
  expect(await takeSignInLinkAction(link)).toMatchObject({ ok: false, error: { code: "link_expired" } });
});
