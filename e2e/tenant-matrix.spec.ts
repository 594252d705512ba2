import { db } from "../lib/core/database/db";
import { type JobSpec, jobs } from "../lib/jobs/catalogue";
import { enqueueNow } from "../lib/jobs/queue";
import { encodedOf, inputOf } from "./support/action-inputs";
import { type Access, type ActionOfBuild, accessOf, actionsOfBuild, addressesOfBuild } from "./support/build";
import { addressOf, bodyOf, type Call, callsOf, namesIds } from "./support/call-inputs";
import { type Answer, APP, ask, type Caller, callersOf, headersOf, watchOver } from "./support/callers";
import { expect, test } from "./support/fixtures";
import {
  answerToStranger,
  CALLS_OTHERWISE,
  CALLS_WITH_IDS,
  FOUND_BY_NOBODY,
  NOT_FOUND,
  namesThings,
} from "./support/refusals";
import { type Person, personOf } from "./support/sessions";
import type { Supplier } from "./support/supplier";
import { handOver } from "./support/tally";
import { openJobs, signedInAtDatev, type Victim, victimOf } from "./support/tenants";

/**
 * Sends every call, server action, page with an id and job, as six kinds of caller without access, with ids that exist.
 * The answer must be the designed one, reveal nothing, and change no row of the supplier. The list comes from the
 * running build.
 */
const RANK: Access[] = ["public", "reader", "member", "owner"];

const month = () => new Date().toISOString().slice(0, 7);

const UNAUTHENTICATED = [401, undefined];
const FORBIDDEN = [403, "forbidden"];
/** Statuses of a call that refuses the caller or the form of its input, or does not find the object. */
const NOT_LET_IN = [403, 404, 422];

async function call(one: Call, caller: Caller, victim: Victim, account: Person["supplier"]) {
  const body = await bodyOf(one, victim);
  const type = typeof body === "string" && { "content-type": "application/json" };
  const headers = { ...(await headersOf(caller)), ...type };
  const answer = await ask(one.method, addressOf(one, victim, account), headers, body);
  const cell = `${one.name} by ${caller.name}`;
  expect.soft([500, 502, 503], cell).not.toContain(answer.status);
  return { answer, cell, verdict: [answer.status, answer.errorCode] };
}

/** Sends the call in the stranger's own account with the victim's ids. */
async function slipIn(one: Call, caller: Caller, victim: Victim, account: Person["supplier"]) {
  const { answer, verdict, cell } = await call(one, caller, victim, account);
  expect.soft(verdict, `${cell}, in their own account`).toEqual(CALLS_OTHERWISE[one.name] ?? NOT_FOUND);
  expect.soft(answer.text, cell).not.toContain(victim.mark);
}

/** Returns a caller with access. If this one succeeds, the others were refused for who they are. */
function ownerOf(supplier: Supplier, by: Caller["by"]): Caller {
  return { name: "owner", may: "owner", by, person: () => personOf(supplier, by === "bearer") };
}

test("no caller without access gets or changes anything by an API call", async ({ supplier, suppliers }) => {
  test.setTimeout(420_000);
  const [victim, stranger] = await Promise.all([victimOf(supplier), suppliers.take()]);
  const callers = await callersOf(supplier, stranger, "bearer");
  const isUntouched = await watchOver(victim);
  const calls = await callsOf(APP);
  expect(calls.filter(namesIds).map(({ name }) => name)).toEqual(CALLS_WITH_IDS);
  let cells = 0;
  for (const caller of callers) {
    for (const one of calls) {
      if (caller.name === "reader" || caller.name === "member") {
        if (RANK.indexOf(one.access) <= RANK.indexOf(caller.may)) continue;
        cells += 1;
        const own = { ...supplier, userId: (await caller.person?.())?.supplier.userId ?? "" };
        const { verdict, cell } = await call(one, caller, victim, own);
        expect.soft(verdict, cell).toEqual(FORBIDDEN);
        continue;
      }
      cells += 1;
      const { answer, verdict, cell } = await call(one, caller, victim, supplier);
      expect.soft(answer.text, cell).not.toContain(victim.mark);
      const isStranger = caller.name === "stranger" || (caller.key && one.access !== "public");
      if (one.access !== "public" && !isStranger) expect.soft(verdict, cell).toEqual(UNAUTHENTICATED);
      const isNaming = one.path.includes("{id}") || one.name in CALLS_OTHERWISE;
      const isAddressed = /\{(customerId|userId)\}/.test(one.path);
      if (!isStranger) continue;
      if (isAddressed) expect.soft(verdict, cell).toEqual(NOT_FOUND);
      else if (caller.key && !one.takesKeys) expect.soft(verdict, cell).toEqual(FORBIDDEN);
      else if (isNaming) expect.soft(verdict, cell).toEqual(CALLS_OTHERWISE[one.name] ?? NOT_FOUND);
      if (!isAddressed || !isNaming || (caller.key && !one.takesKeys)) continue;
      cells += 1;
      await slipIn(one, caller, victim, stranger);
    }
    await isUntouched(caller.name);
  }
  handOver({ "cells tested": cells, leaks: test.info().errors.length });
  await letsTheOwnerIn(calls, victim);
  expect(cells).toBeGreaterThan(calls.length * 4);
});

/** Sends the same calls with the same input as the owner; calls that end something come last. */
async function letsTheOwnerIn(calls: Call[], victim: Victim) {
  const rank = ({ name }: Call) => Number(name.startsWith("DELETE")) + Number(name.endsWith("{type}"));
  for (const one of calls.toSorted((a, b) => rank(a) - rank(b))) {
    const { answer, cell } = await call(one, ownerOf(victim.supplier, "bearer"), victim, victim.supplier);
    expect.soft(NOT_LET_IN, `${cell}: ${answer.text}`).not.toContain(answer.status);
  }
}

/** Returns the result that a form would get; a redirect to the sign-in is an answer, too. */
function verdictOf({ status, text }: Answer): string {
  if (status === 307 || status === 303) return "sent to the sign-in";
  if (/"ok":true/.test(text)) return "ok";
  return /"ok":false,"error":\{"code":"(\w+)"/.exec(text)?.[1] ?? `${status}`;
}

async function perform(one: ActionOfBuild, caller: Caller, victim: Victim, isForeign = true) {
  const headers = { ...(await headersOf(caller)), "next-action": one.id };
  const answer = await ask("POST", one.page, headers, encodedOf(inputOf(one.name, victim)));
  const cell = `${one.name} by ${caller.name}`;
  if (isForeign) expect.soft(answer.text, cell).not.toContain(victim.mark);
  return { verdict: verdictOf(answer), cell };
}

test("no caller without access gets or changes anything by a server action", async ({ supplier, suppliers }) => {
  test.setTimeout(420_000);
  const [victim, stranger] = await Promise.all([victimOf(supplier), suppliers.take()]);
  const callers = await callersOf(supplier, stranger, "cookie");
  const isUntouched = await watchOver(victim);
  await signedInAtDatev(stranger.customerId);
  // Sorted by name, because each build has its own order. Actions that end or reopen something come last.
  const last =
    /disconnect|deleteEndpoint|closeAccount|cancelMandate|takeReturnUp|chooseColumns|endSignIn|signOutOthers/;
  const place = ({ name }: ActionOfBuild) => `${last.test(name) ? 1 : 0} ${name}`;
  const actions = actionsOfBuild().sort((a, b) => (place(a) < place(b) ? -1 : 1));
  let cells = 0;
  for (const caller of callers) {
    for (const one of actions) {
      const access = accessOf(one);
      const isColleague = caller.name === "reader" || caller.name === "member";
      if (isColleague && RANK.indexOf(access) <= RANK.indexOf(caller.may)) continue;
      cells += 1;
      const { verdict, cell } = await perform(one, caller, victim);
      if (isColleague) expect.soft(verdict, cell).toBe("forbidden");
      else if (access !== "public" && caller.name !== "stranger")
        expect.soft(["unauthenticated", "sent to the sign-in"], `${cell}: ${verdict}`).toContain(verdict);
      else if (caller.name === "stranger") expect.soft(verdict, cell).toBe(answerToStranger(one.name));
    }
    await isUntouched(caller.name);
  }
  handOver({ "cells tested": cells, leaks: test.info().errors.length });
  // The stranger's worker did not find the document in the stranger's accounting system.
  const { customerId } = stranger;
  const transfers = () => db.bulkItem.findMany({ where: { customerId }, select: { subject: true, reason: true } });
  await expect.poll(transfers).toEqual([{ subject: victim.ids.externalId, reason: "not_found" }]);
  for (const one of actions.filter(({ name }) => !FOUND_BY_NOBODY.includes(name))) {
    const { verdict, cell } = await perform(one, ownerOf(supplier, "cookie"), victim, false);
    if (namesThings(one.name)) expect.soft(verdict, cell).not.toBe(answerToStranger(one.name));
    expect.soft(["not_found", "invalid_input", "unauthenticated", "forbidden", "500"], cell).not.toContain(verdict);
  }
  expect(cells).toBeGreaterThan(actions.length * 4);
});

test("no caller without access gets or changes anything by a page, an upload or a job", async ({
  supplier,
  suppliers,
}) => {
  test.setTimeout(300_000);
  const [victim, stranger] = await Promise.all([victimOf(supplier), suppliers.take()]);
  const callers = await callersOf(supplier, stranger, "cookie");
  const isUntouched = await watchOver(victim);
  let cells = 0;
  const paths = pagesOf(victim);
  for (const caller of callers) {
    if (caller.name !== "reader" && caller.name !== "member") cells += await lookIn(paths, caller, victim);
    if (caller.name !== "member") cells += await handListIn(caller, victim);
    await isUntouched(caller.name);
  }
  cells += await runJobs(stranger.customerId, victim);
  await isUntouched("the jobs");
  handOver({ "cells tested": cells, leaks: test.info().errors.length });
  // The owner can open what strangers cannot.
  for (const path of paths) {
    const { status, text } = await ask("GET", path, await headersOf(ownerOf(supplier, "cookie")));
    expect.soft([status, text.includes("NEXT_HTTP_ERROR_FALLBACK;404")], path).toEqual([200, false]);
  }
});

/** Returns the pages with an id, each with the victim's own id. */
function pagesOf({ ids }: Victim): string[] {
  const { invoiceId, contactId, mandateId, payoutId, bulkId, importId, batchId, eInvoiceId } = ids;
  const ofPayers = { contacts: contactId, mandates: mandateId };
  const ofInvoices = { "invoices/bulk": bulkId, invoices: invoiceId, ...ofPayers, payouts: payoutId };
  const named = { ...ofInvoices, "datev/import": importId, "datev/batches": batchId, "e-invoices": eInvoiceId };
  const paths = addressesOfBuild().filter((path) => /^\/app\/.*\[id\]/.test(path));
  expect(paths.length).toBeGreaterThan(5);
  return paths.map((path) => {
    const [, id] = Object.entries(named).find(([folder]) => path.startsWith(`/app/${folder}/[id]`)) ?? [];
    expect(id, `nobody says whose id ${path} takes`).toBeDefined();
    return path.replace("[id]", id ?? "");
  });
}

/** Requests these pages, and pages that show each caller their own data. */
async function lookIn(named: string[], caller: Caller, victim: Victim): Promise<number> {
  const lists = ["invoices", "payouts", "mandates", "contacts", "returns"].map((list) => `/app/${list}/export`);
  const files = ["/app/account/export", ...lists, `/app/datev/accounts/${month()}`];
  const paths = [...named, ...files, "/app/invoices", "/app/contacts", "/app/payouts", "/app"];
  for (const path of paths) {
    const answer = await ask("GET", path, await headersOf(caller));
    const cell = `${path} by ${caller.name}`;
    expect.soft(answer.text, cell).not.toContain(victim.mark);
    if (caller.name === "nobody") expect.soft(answer.status, cell).toBe(307);
    // A page reports 404 in the middle of its body, because its header was sent before.
    else if (caller.name === "stranger" && path.includes("_"))
      expect.soft(answer.status === 404 || answer.text.includes("NEXT_HTTP_ERROR_FALLBACK;404"), cell).toBe(true);
  }
  return paths.length;
}

/** A list as DATEV exports it, with one open invoice. */
const LIST = "Konto;Rechnungsnummer;Datum;Fälligkeit;Saldo\r\n10042;RE-1;01.09.2026;15.09.2026;119,00\r\n";

async function handListIn(caller: Caller, victim: Victim): Promise<number> {
  const headers = { ...(await headersOf(caller)), "content-type": "text/csv" };
  const answer = await ask("PUT", "/app/datev/import?kind=open_items&name=OPOS.csv", headers, LIST);
  expect.soft(answer.text, caller.name).not.toContain(victim.mark);
  const verdict = [answer.status, answer.errorCode];
  if (caller.name === "reader") expect.soft(verdict).toEqual(FORBIDDEN);
  // The stranger uses another accounting system.
  else if (caller.name === "stranger") expect.soft(verdict).toEqual([409, "connection_missing"]);
  else expect.soft([307, 401], caller.name).toContain(verdict[0]);
  return 1;
}

/** Runs the stranger's jobs with the victim's ids. */
async function runJobs(customerId: string, { ids }: Victim): Promise<number> {
  const { collectionId, mandateId, requestId, endpointId } = ids;
  const payload = { customerId, collectionId, mandateId, requestId, endpointId, type: "GOCARDLESS", day: "2026-09-15" };
  const ofOne = Object.values<JobSpec>(jobs).filter((job) => job.payload.safeParse({}).success === false);
  const asked: string[] = [];
  for (const job of ofOne) {
    const given = job.payload.safeParse(payload);
    if (!given.success) continue;
    asked.push(job.name);
    await enqueueNow(job, given.data);
  }
  await expect.poll(() => openJobs(customerId, "infinity"), { timeout: 60_000 }).toEqual([]);
  // The remaining jobs name a mail or an address, which belongs to no supplier.
  expect(ofOne.map((job) => job.name).filter((name) => !asked.includes(name))).toEqual([
    "notices.send-mail",
    "accounts.send-reset",
    "accounts.report-guessing",
  ]);
  return asked.length;
}
