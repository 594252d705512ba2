import fc from "fast-check";
import { db } from "../lib/core/db";
import { jobs } from "../lib/jobs/catalogue";
import { enqueueNow } from "../lib/jobs/queue";
import { allowed, type Schema } from "../soak/schema-values";
import { inputOf } from "./support/action-inputs";
import { type Access, accessOf, actionsOfBuild, addressesOfBuild } from "./support/build";
import { ledger } from "./support/desk";
import { expect, newAddress, test } from "./support/fixtures";
import { bearer, COOKIE, cookie, type Person, personOf } from "./support/sessions";
import { type Supplier, unconnectedSupplier } from "./support/supplier";
import { handOver } from "./support/tally";
import { digestOf, type Victim, victimOf } from "./support/tenants";

/**
 * Every call, server action, page with an id and job, by six kinds of caller who have no business there, with ids that
 * are real: the answer is the one designed, it tells nothing, and no row of the supplier changes. What there is, is taken
 * from the running build.
 */
const APP = process.env.APP_URL ?? "";
const RANK: Access[] = ["public", "reader", "member", "owner"];

/** Who is there, what they are allowed at the victim's, and whose account their session is for. */
interface Caller {
  name: "nobody" | "stranger" | "reader" | "member" | "removed member" | "expired owner";
  may: Access;
  person?: () => Promise<Person>;
  by: "bearer" | "cookie";
}

interface Answer {
  status: number;
  text: string;
  errorCode?: string;
}

async function ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  const from = { "x-forwarded-for": newAddress() };
  const response = await fetch(APP + path, { method, headers: { ...headers, ...from }, body, redirect: "manual" });
  const text = await response.text();
  const errorCode = /"errorCode":"(\w+)"/.exec(text)?.[1];
  return { status: response.status, text, errorCode };
}

async function headersOf({ person, by }: Caller): Promise<Record<string, string>> {
  if (!person) return {};
  const who = await person();
  if (by === "bearer") return { authorization: `Bearer ${await bearer(who)}` };
  return { cookie: `${COOKIE}=${await cookie(who)}`, origin: APP };
}

/** The six, by token or by cookie. */
async function callersOf(victim: Supplier, stranger: Supplier, by: Caller["by"]): Promise<Caller[]> {
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
    // Each call has a session of its own: some of them end it.
    { name: "stranger", may: "public", by, person: () => personOf(stranger, isApi) },
    { name: "reader", may: "reader", by, person: () => personOf(reader, isApi) },
    { name: "member", may: "member", by, person: () => personOf(member, isApi) },
    { name: "removed member", may: "public", by, person: async () => gone },
    { name: "expired owner", may: "public", by, person: async () => late },
  ];
}

/** Asserts after each caller that nothing of the victim's has changed, in the database or in the world. */
async function watchOver({ supplier }: Victim) {
  const { customerId, account } = supplier;
  const unhandled = () => db.inboxEvent.count({ where: { customerId, handledAt: null } });
  await expect.poll(unhandled).toBe(0);
  const look = async () => ({ rows: await digestOf(supplier), payments: await ledger.payments(account) });
  const before = await look();
  expect(Object.keys(before.rows).length).toBeGreaterThan(20);
  return async (who: string) => expect(await look(), `what is the victim's, after ${who}`).toEqual(before);
}

interface Operation {
  "x-access": Access;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

async function operations() {
  const document = (await (await fetch(`${APP}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

function bodyOf({ requestBody }: Operation): string | undefined {
  const schema = requestBody?.content["application/json"]?.schema;
  return schema ? JSON.stringify(fc.sample(allowed(schema), { seed: 6, numRuns: 1 })[0]) : undefined;
}

/** The victim's ids, in the account of whoever is named. */
function addressOf(path: string, { ids }: Victim, account: Pick<Supplier, "customerId" | "userId">): string {
  const id = path.includes("payouts/")
    ? ids.payoutId
    : path.includes("passkeys/")
      ? ids.passkeyId
      : path.includes("without/check")
        ? ids.externalId
        : path.includes("contacts/create")
          ? ids.contactId
          : ids.requestId;
  return `/api/v1${path}`
    .replace("{customerId}", account.customerId)
    .replace("{userId}", account.userId)
    .replace("{type}", "LEXOFFICE")
    .replace("{tab}/{language}", "with-invoice/de")
    .replace("{id}", id);
}

const UNAUTHENTICATED = [401, undefined];
const FORBIDDEN = [403, "forbidden"];
const NOT_FOUND = [404, "not_found"];

test("every call of the API, by everybody who has no business there", async ({ supplier, suppliers }) => {
  test.setTimeout(420_000);
  const victim = await victimOf(supplier);
  const stranger = await suppliers.take();
  const callers = await callersOf(supplier, stranger, "bearer");
  const isUntouched = await watchOver(victim);
  const calls = await operations();
  let cells = 0;
  for (const caller of callers) {
    for (const { method, path, operation } of calls) {
      const access = operation["x-access"];
      const send = async (account: Pick<Supplier, "customerId" | "userId">) => {
        cells += 1;
        const headers = { ...(await headersOf(caller)), "content-type": "application/json" };
        const answer = await ask(method, addressOf(path, victim, account), headers, bodyOf(operation));
        const cell = `${method} ${path} by ${caller.name}`;
        expect.soft([500, 502, 503], cell).not.toContain(answer.status);
        return { answer, cell, verdict: [answer.status, answer.errorCode] };
      };
      if (caller.name === "reader" || caller.name === "member") {
        if (RANK.indexOf(access) <= RANK.indexOf(caller.may)) continue;
        const own = { ...supplier, userId: (await caller.person?.())?.supplier.userId ?? "" };
        const { verdict, cell } = await send(own);
        expect.soft(verdict, cell).toEqual(FORBIDDEN);
        continue;
      }
      const { answer, verdict, cell } = await send(supplier);
      expect.soft(answer.text, cell).not.toContain(victim.mark);
      if (access === "public") continue;
      if (caller.name !== "stranger") expect.soft(verdict, cell).toEqual(UNAUTHENTICATED);
      else if (/\{(customerId|userId)\}/.test(path)) expect.soft(verdict, cell).toEqual(NOT_FOUND);
      if (caller.name !== "stranger" || !path.includes("{id}")) continue;
      // In the stranger's own account, with an id that is the victim's.
      const slipped = await send(stranger);
      expect.soft(slipped.answer.status, slipped.cell).toBeGreaterThanOrEqual(400);
      expect.soft(slipped.answer.text, slipped.cell).not.toContain(victim.mark);
    }
    await isUntouched(caller.name);
  }
  handOver({ "cells tested": cells, leaks: test.info().errors.length });
  expect(cells).toBeGreaterThan(calls.length * 4);
});

/** What a form would be told; a page that sends people to the sign-in is an answer, too. */
function verdictOf({ status, text }: Answer): string {
  if (status === 307 || status === 303) return "sent to the sign-in";
  if (/"ok":true/.test(text)) return "ok";
  return /"ok":false,"error":\{"code":"(\w+)"/.exec(text)?.[1] ?? `${status}`;
}

test("every server action, by everybody who has no business there", async ({ supplier, suppliers }) => {
  test.setTimeout(420_000);
  const victim = await victimOf(supplier);
  const stranger = await suppliers.take();
  const callers = await callersOf(supplier, stranger, "cookie");
  const isUntouched = await watchOver(victim);
  const last = /disconnect|closeAccount/;
  const actions = actionsOfBuild().sort((a, b) => Number(last.test(a.name)) - Number(last.test(b.name)));
  let cells = 0;
  const idle: string[] = [];
  for (const caller of callers) {
    for (const one of actions) {
      const access = accessOf(one);
      const isColleague = caller.name === "reader" || caller.name === "member";
      if (isColleague && RANK.indexOf(access) <= RANK.indexOf(caller.may)) continue;
      cells += 1;
      const headers = {
        ...(await headersOf(caller)),
        "next-action": one.id,
        "content-type": "text/plain;charset=UTF-8",
      };
      const answer = await ask("POST", one.page, headers, JSON.stringify([inputOf(one.name, victim)]));
      const cell = `${one.name} by ${caller.name}`;
      const verdict = verdictOf(answer);
      expect.soft(answer.text, cell).not.toContain(victim.mark);
      if (isColleague) expect.soft(verdict, cell).toBe("forbidden");
      else if (access !== "public" && caller.name !== "stranger")
        expect.soft(["unauthenticated", "sent to the sign-in"], `${cell}: ${verdict}`).toContain(verdict);
      else if (caller.name === "stranger" && (verdict === "invalid_input" || verdict === "unauthenticated"))
        idle.push(`${cell}: ${verdict}`);
    }
    await isUntouched(caller.name);
  }
  handOver({ "cells tested": cells, leaks: test.info().errors.length });
  // What is refused for its form has proven nothing about whose it is.
  expect(idle).toEqual([]);
  expect(cells).toBeGreaterThan(actions.length * 4);
});

test("every page and file with an id, by everybody who has no business there", async ({ supplier, suppliers }) => {
  const victim = await victimOf(supplier);
  const { invoiceId, mandateId, payoutId, bulkId } = victim.ids;
  const callers = await callersOf(supplier, await suppliers.take(), "cookie");
  const isUntouched = await watchOver(victim);
  const paths = addressesOfBuild().filter((path) => /^\/app\/.*\[id\]/.test(path));
  const idOf = (path: string) =>
    path.includes("bulk")
      ? bulkId
      : path.includes("payouts")
        ? payoutId
        : path.includes("mandates")
          ? mandateId
          : invoiceId;
  const own = ["/app/account/export", "/app/invoices/export", "/app/invoices", "/app/contacts", "/app/payouts", "/app"];
  let cells = 0;
  for (const caller of callers.filter((one) => one.name !== "reader" && one.name !== "member")) {
    for (const path of [...paths.map((one) => one.replace("[id]", idOf(one))), ...own]) {
      cells += 1;
      const answer = await ask("GET", path, await headersOf(caller));
      const cell = `${path} by ${caller.name}`;
      expect.soft(answer.text, cell).not.toContain(victim.mark);
      if (caller.name === "nobody") expect.soft(answer.status, cell).toBe(307);
      // A page says so in the middle of its body: its head has gone out by then.
      else if (caller.name === "stranger" && path.includes("_"))
        expect.soft(answer.status === 404 || answer.text.includes("NEXT_HTTP_ERROR_FALLBACK;404"), cell).toBe(true);
    }
    await isUntouched(caller.name);
  }
  handOver({ "cells tested": cells, leaks: test.info().errors.length });
  expect(paths.length).toBeGreaterThan(5);
});

test("every job of one supplier that names another's things", async ({ supplier, suppliers }) => {
  test.setTimeout(240_000);
  const victim = await victimOf(supplier);
  const { customerId } = await suppliers.take();
  const isUntouched = await watchOver(victim);
  const { collectionId, mandateId, requestId } = victim.ids;
  const payload = { customerId, collectionId, mandateId, requestId, type: "GOCARDLESS", day: "2026-09-15" };
  const ofOne = Object.values(jobs).filter((job) => job.payload.safeParse({}).success === false);
  const asked: string[] = [];
  for (const job of ofOne) {
    const given = job.payload.safeParse(payload);
    if (!given.success) continue;
    asked.push(job.name);
    await enqueueNow(job as never, given.data as never);
  }
  const open = () => db.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT name FROM pgboss.job WHERE state IN ('created', 'active', 'retry') AND data->>'customerId' = ${customerId}`;
  await expect.poll(async () => (await open()).map((row) => row.name), { timeout: 60_000 }).toEqual([]);
  await isUntouched("the jobs");
  handOver({ "cells tested": asked.length, leaks: 0 });
  // The others name a mail or an address, which is nobody's but its own.
  expect(ofOne.map((job) => job.name).filter((name) => !asked.includes(name))).toEqual([
    "notices.send-mail",
    "accounts.send-reset",
  ]);
});
