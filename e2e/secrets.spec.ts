import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openToken } from "../lib/connections/tokens/mutations";
import { db } from "../lib/core/database/db";
import { isAccountingSystem } from "../lib/vendors/rules";
import { signInAtDatev } from "../test/datev-consent";
import { AuthenticatorApp } from "./support/authenticator-app";
import { bank } from "./support/desk";
import { expect, newAddress, test } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import { grantMandate, TEST_IBAN } from "./support/payer";
import { awaitStatuses, rows } from "./support/rows";
import { COOKIE } from "./support/sessions";
import { connectedSupplier, newPayer, type Supplier, writeInvoice } from "./support/supplier";
import { handOver } from "./support/tally";
import { invitationLink, invite, openTeam } from "./support/team";
import type { Texts } from "./support/texts";

/**
 * Searches for every secret that passes through the product, in plain text and in common encodings. It searches
 * everything the product writes: all tables including the queue's, the logs of its processes and of the database, the
 * spans sent to a collector, metrics, and mails.
 */
interface Canary {
  name: string;
  secret: string;
  /** True for a link that a mail is meant to contain. */
  isMailed?: boolean;
}

const APP = process.env.APP_URL ?? "";

async function call<T>(path: string, body: object, token = ""): Promise<{ status: number; body: T }> {
  const response = await fetch(`${APP}/api/v1/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": newAddress(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json().catch(() => ({}))) as T };
}

async function ofTheOperator(): Promise<Canary[]> {
  const names = [
    ...["AUTH_SECRET", "LEXOFFICE_CLIENT_SECRET", "GOCARDLESS_CLIENT_SECRET", "GOCARDLESS_WEBHOOK_SECRET"],
    ...["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "DATEV_CLIENT_SECRET", "METRICS_TOKEN"],
  ];
  const keys = (process.env.ENCRYPTION_KEYS ?? "").split(",").map((pair) => pair.split(":")[1] ?? "");
  return [
    ...names.map((name) => ({ name, secret: process.env[name] ?? "" })),
    ...keys.map((secret) => ({ name: "ENCRYPTION_KEYS", secret })),
    ...["DATABASE_URL", "SMTP_URL"].map((name) => ({ name, secret: passwordIn(process.env[name] ?? "") })),
    { name: "OTEL_EXPORTER_OTLP_HEADERS", secret: process.env.OTEL_EXPORTER_OTLP_HEADERS?.split("%20")[1] ?? "" },
  ];
}

/** Returns the password in a URL: of our database user, or of our mail server account. */
function passwordIn(url: string): string {
  return decodeURIComponent(new URL(url).password);
}

async function figures(): Promise<string> {
  const headers = { authorization: `Bearer ${process.env.METRICS_TOKEN}` };
  const response = await fetch(`${APP}/api/metrics`, { headers });
  expect(response.status).toBe(200);
  return await response.text();
}

const LOGS = join(process.env.EINZUG_DATA_DIR ?? "", "logs");
const readLog = (name: string) => readFileSync(join(LOGS, name), "utf8");

/**
 * Waits until the spans of all earlier calls have arrived. Spans are sent in the order in which they end, so the span
 * of one more call comes last. A flooded process drops spans, so the call is repeated until one of its spans arrives.
 */
async function untilSpansHaveCome(): Promise<void> {
  const made: string[] = [];
  const before = readLog("spans.log").length;
  const haveCome = async () => {
    const { requestId } = (await call<{ requestId: string }>("login", { email: "", password: "" })).body;
    expect(requestId).toBeTruthy();
    made.push(requestId);
    const told = readLog("spans.log").slice(before);
    return made.some((id) => told.includes(id));
  };
  await expect.poll(haveCome).toBe(true);
}

/** Returns the tokens or keys for the supplier's vendors. */
async function ofTheVendors({ customerId }: Supplier): Promise<Canary[]> {
  const connections = await db.connection.findMany({ where: { customerId } });
  return connections.flatMap(({ type, accessToken, refreshToken }) => {
    if (!isAccountingSystem(type) && type !== "GOCARDLESS") return [];
    const found: Canary[] = [];
    if (accessToken) found.push({ name: `${type} access`, secret: openToken(customerId, type, "access", accessToken) });
    if (refreshToken)
      found.push({ name: `${type} refresh`, secret: openToken(customerId, type, "refresh", refreshToken) });
    return found;
  });
}

/** Connects suppliers with other accounting systems: one by API key, one signed in at DATEV's data centre. */
async function ofOtherSystems(): Promise<Canary[]> {
  const [keyed, filed] = [await connectedSupplier({}, "SEVDESK"), await connectedSupplier({}, "DATEV")];
  await signInAtDatev(filed);
  const canaries = [...(await ofTheVendors(keyed)), ...(await ofTheVendors(filed))];
  expect(canaries.map(({ name }) => name).sort()).toEqual([
    ...["DATEV access", "DATEV refresh", "GOCARDLESS access", "GOCARDLESS access", "SEVDESK access"],
  ]);
  return canaries;
}

/** Invites a person who has not joined yet. */
async function ofTheTeam(page: Page, t: Texts): Promise<Canary[]> {
  const email = `kanarie-${randomUUID()}@beispiel.example`;
  await openTeam(page, t);
  await invite(page, t, email, "member");
  const link = await invitationLink(email);
  expect((await fetch(link)).status).toBe(200);
  const token = new URL(link).searchParams.get("token") ?? "";
  return [{ name: "invitation", secret: signatureOf(token), isMailed: true }];
}

/** Signs in wrongly and rightly, adds a second factor, and resets the password. */
async function ofThePerson({ email, password, userId }: Supplier): Promise<Canary[]> {
  const [typo, next] = ["Kanarienvogel-Tippfehler-1!", `Kanarienvogel-${Date.now()}-!!`];
  expect((await call("login", { email, password: typo })).status).toBe(401);
  const { jwtToken } = (await call<{ jwtToken: string }>("login", { email, password })).body;
  const setup = (await call<{ secret: string }>(`users/${userId}/two-factor/setup`, {}, jwtToken)).body;
  const device = new AuthenticatorApp(setup.secret);
  await device.calm();
  const codes = [device.code(-1), device.code()];
  const enabled = await call<{ recoveryCodes: string[] }>(`users/${userId}/two-factor/enable`, { codes }, jwtToken);
  expect(enabled.status).toBe(200);
  await call("register/forgotten-password", { email });
  const letter = await resetLetter(email);
  const token = new URL(letter).searchParams.get("jwtToken") ?? "";
  // The password is changed, but the link alone does not sign in a person with a second factor.
  expect((await call("register/change-password", { jwtToken: token, password: next })).status).toBe(428);
  return [
    { name: "password", secret: password },
    { name: "mistyped password", secret: typo },
    { name: "new password", secret: next },
    { name: "bearer token", secret: jwtToken.split(".")[2] ?? "" },
    { name: "authenticator secret", secret: setup.secret },
    ...(enabled.body.recoveryCodes ?? []).map((secret) => ({ name: "recovery code", secret })),
    { name: "link to a new password", secret: signatureOf(token), isMailed: true },
  ];
}

async function resetLetter(email: string): Promise<string> {
  const find = async () =>
    (await mailbox.to(email)).flatMap((mail) => mail.links).find((one) => one.includes("/reset-password")) ?? "";
  await expect.poll(find).toContain("jwtToken=");
  return await find();
}

/** A payer signs with an IBAN, is debited, and the money is paid out. */
async function ofThePayer(supplier: Supplier, payer: ReturnType<typeof newPayer>, payerPage: Page): Promise<Canary[]> {
  const invoice = await writeInvoice(supplier, { payer });
  const link = mandateLink(await mailbox.letter(payer.email));
  await grantMandate(payerPage, link, supplier.companyName);
  await awaitStatuses(supplier, invoice, ["created"]);
  await bank.payment(payer.email, "pay-out");
  await awaitStatuses(supplier, invoice, ["paid_out"]);
  await expect.poll(async () => (await rows.payouts(supplier))[0]?.bookingStatus).toBe("booked");
  return [
    { name: "IBAN", secret: TEST_IBAN },
    { name: "IBAN in groups", secret: TEST_IBAN.replace(/(.{4})/g, "$1 ").trim() },
    { name: "account number", secret: TEST_IBAN.slice(-10) },
    { name: "payer's link", secret: signatureOf(link), isMailed: true },
  ];
}

/** Returns everything that the database holds, table by table. */
async function dump(): Promise<Map<string, string>> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`;
  const written = new Map<string, string>();
  for (const { name } of tables) {
    const lines = await db.$queryRawUnsafe<{ line: string }[]>(`SELECT to_jsonb(t)::text AS line FROM ${name} t`);
    written.set(`table ${name}`, lines.map((row) => row.line).join("\n"));
  }
  // The twins' log is excluded: they play the vendors, who know these secrets.
  for (const name of readdirSync(LOGS).filter((one) => !one.startsWith("sandbox")))
    written.set(`log ${name}`, readLog(name));
  return written.set("figures", await figures());
}

/** A link consists of an id, which is no secret, and a signature. */
function signatureOf(link: string): string {
  return link.slice(-22);
}

function disguises(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    encodeURIComponent(secret),
  ];
}

test("no secret appears in tables, logs, spans, metrics or mails", async ({ supplier, app, payerPage, t }) => {
  const session = (await app.context().cookies()).find((cookie) => cookie.name === COOKIE)?.value ?? "";
  const invitation = await ofTheTeam(app, t);
  // The next steps sign this browser out; an open page would send requests and be refused.
  await app.close();
  const payer = newPayer();
  const canaries = [
    ...(await ofTheOperator()),
    ...(await ofThePayer(supplier, payer, payerPage)),
    ...invitation,
    ...(await ofThePerson(supplier)),
    ...(await ofTheVendors(supplier)),
    ...(await ofOtherSystems()),
    { name: "session cookie", secret: session.split(".").at(-1) ?? "" },
  ];
  for (const { name, secret } of canaries) expect(secret.length, name).toBeGreaterThan(7);
  expect(canaries.length).toBeGreaterThan(30);

  await untilSpansHaveCome();
  const written = await dump();
  // Proves that the search covers everything and that its sources are readable.
  expect(written.size).toBeGreaterThan(40);
  expect(written.get("table public.users")).toContain(supplier.email);
  expect(written.get("table pgboss.job_common") ?? [...written.values()].join("")).toContain(supplier.customerId);
  expect(written.get("log web.log")).toContain("/api/v1/login");
  expect(written.get("log worker.log")?.length).toBeGreaterThan(0);
  expect(written.get("log postgres.log")).toContain("ready to accept connections");
  for (const told of ["einzug-web", "einzug-worker", supplier.customerId])
    expect(written.get("log spans.log")).toContain(told);
  expect(written.get("figures")).toContain("einzug_feed_age_seconds");
  const letters = JSON.stringify([await mailbox.caught(supplier.email), await mailbox.caught(payer.email)]);
  const found: string[] = [];
  for (const { name, secret, isMailed } of canaries)
    for (const one of disguises(secret)) {
      for (const [place, text] of written) if (text.includes(one)) found.push(`${name} in ${place}`);
      if (!isMailed && letters.includes(one)) found.push(`${name} in a mail`);
    }
  console.log(`canaries: ${canaries.length} secrets, ${written.size} places, ${found.length} found`);
  handOver({ "canaries hidden": canaries.length, "canaries found": found.length });
  expect(found).toEqual([]);
});
