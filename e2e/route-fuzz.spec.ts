import { createHmac, createSign } from "node:crypto";
import { db } from "../lib/core/database/db";
import { saveSettings } from "../lib/datev/settings/mutations";
import { blankForm } from "../lib/datev/settings/rules";
import { payerLink } from "../lib/mandates/requests/mutations";
import { fuzzActions } from "../soak/fuzz/action-fuzz";
import { type FuzzReport, type FuzzTarget, fuzzRoutes } from "../soak/fuzz/route-fuzz";
import { inputOf } from "./support/action-inputs";
import { actionsOfBuild } from "./support/build";
import { debitUnderWay } from "./support/debits";
import { deskCall } from "./support/desk";
import { expect, test } from "./support/fixtures";
import { awaitReason } from "./support/rows";
import { bearer, COOKIE, cookie, personOf } from "./support/sessions";
import { DATEV_NUMBERS, newPayer, type Supplier, unconnectedSupplier, writeInvoice } from "./support/supplier";
import { handOver } from "./support/tally";
import { victimOf } from "./support/tenants";

/** Sends invalid input to every address of the build. `npm run soak` does so for longer, with any seed. */
const SEED = Number(process.env.FUZZ_SEED ?? 6);
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 2);

const hmac = (secret: string | undefined, text: string) =>
  createHmac("sha256", secret ?? "")
    .update(text)
    .digest("hex");

/** Returns ids of existing rows, by the parameter names of addresses. */
async function idsOf({ customerId, userId }: Supplier): Promise<Record<string, string[]>> {
  const where = { customerId };
  const [invoices, contacts, mandates, requests] = await Promise.all([
    db.invoice.findMany({ where }),
    db.contact.findMany({ where }),
    db.mandate.findMany({ where }),
    db.mandateRequest.findMany({ where }),
  ]);
  const connections = await db.connection.findMany({ where });
  const all = [...invoices, ...contacts, ...mandates, ...requests].map((row) => row.id);
  const external = [...invoices.map((row) => row.externalId), ...contacts.map((row) => row.externalId)];
  return {
    ...{ customerId: [customerId], userId: [userId], id: [...all, ...external] },
    ...{ type: ["LEXOFFICE", "GOCARDLESS"], tab: ["with-invoice", "without-invoice"], language: ["de", "en"] },
    organisation: connections.map((row) => row.organisationId ?? ""),
    token: requests.map((row) => payerLink(row).split("/").at(-1) ?? ""),
  };
}

async function targetFor(supplier: Supplier): Promise<FuzzTarget> {
  const { lexware } = await deskCall<{ lexware: { webhookKey: string } }>("/state");
  return {
    app: process.env.APP_URL ?? "",
    build: ".next",
    ids: await idsOf(supplier),
    credentials: async () => ({ authorization: `Bearer ${await bearer(await personOf(supplier, true))}` }),
    cookies: async () => ({ cookie: `${COOKIE}=${await cookie(await personOf(supplier, false))}` }),
    signatures: {
      lexoffice: (body) => ({
        "x-lxo-signature": createSign("RSA-SHA512").update(body).sign(lexware.webhookKey, "base64"),
      }),
      gocardless: (body) => ({ "webhook-signature": hmac(process.env.GOCARDLESS_WEBHOOK_SECRET, body) }),
      stripe: (body) => {
        const at = Math.floor(Date.now() / 1_000);
        return { "stripe-signature": `t=${at},v1=${hmac(process.env.STRIPE_WEBHOOK_SECRET, `${at}.${body}`)}` };
      },
    },
  };
}

/** Expects no server error, no leaked internals, no forbidden input accepted, and no redirect to another site. */
function expectUnbroken({ serverErrors, traces, accepted, elsewhere, routes, requests, statuses }: FuzzReport) {
  console.log(`fuzz: seed ${SEED}, ${routes} routes, ${requests} requests, ${JSON.stringify(statuses)}`);
  const leaks = traces.length + elsewhere.length;
  const broken = { "5xx": serverErrors.length, leaks, "forbidden input taken": accepted.length };
  handOver({ "routes fuzzed": routes, requests, ...broken });
  expect(serverErrors).toEqual([]);
  expect(traces).toEqual([]);
  expect(accepted).toEqual([]);
  expect(elsewhere).toEqual([]);
  expect(requests).toBeGreaterThan(routes);
}

/** Expects that many requests succeeded, because requests refused for missing access prove little. */
function expectLetIn({ requests, statuses }: FuzzReport) {
  expect(statuses[200] ?? 0).toBeGreaterThan(requests / 10);
}

test("invalid input to any route breaks nothing, and no forbidden input is accepted", async ({ supplier }) => {
  test.setTimeout(600_000 + ROUNDS * 60_000);
  await debitUnderWay(supplier);
  await awaitReason(supplier, await writeInvoice(supplier, { payer: newPayer() }), "mandate_requested");
  const report = await fuzzRoutes(await targetFor(supplier), { seed: SEED, rounds: ROUNDS });
  expectUnbroken(report);
  expectLetIn(report);
  // Otherwise forbidden input was refused for another reason than being forbidden.
  expect(Object.keys(report.refused).length).toBeGreaterThan(20);
  expect(Object.entries(report.refused).flatMap(([call, times]) => (times === 0 ? [call] : []))).toEqual([]);
  // Some webhooks of each vendor passed the signature check and were stored.
  expect(Object.keys(report.stored).sort()).toEqual(["gocardless", "lexoffice", "stripe"]);
});

test("no file uploaded as a list from DATEV causes a server error", async () => {
  const supplier = await unconnectedSupplier();
  await saveSettings(supplier.customerId, { ...blankForm(), ...DATEV_NUMBERS }, supplier.actor);
  const only = "/app/datev/import";
  const report = await fuzzRoutes(await targetFor(supplier), { seed: SEED, rounds: 10 * ROUNDS, only });
  expectUnbroken(report);
  // Some files were accepted.
  expect(report.statuses[201]).toBeGreaterThan(0);
});

test("no input to a server action causes a server error", async ({ supplier }) => {
  test.setTimeout(300_000 + ROUNDS * 60_000);
  const victim = await victimOf(supplier);
  // Actions that end a session or connection come last, because each build has its own order.
  const place = (name: string) => `${/disconnect|close|signOut|endSign|leave/i.test(name) ? 1 : 0} ${name}`;
  const actions = actionsOfBuild().sort((a, b) => (place(a.name) < place(b.name) ? -1 : 1));
  const fuzzed = actions.map((one) => ({ ...one, input: inputOf(one.name, victim) }));
  const report = await fuzzActions(await targetFor(supplier), fuzzed, { seed: SEED, rounds: ROUNDS });
  expectUnbroken(report);
  expectLetIn(report);
});
