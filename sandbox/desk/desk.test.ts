import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import nodemailer from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "../kit/calendar";
import { type Sandbox, startSandbox } from "../main";

let sandbox: Sandbox;
const dataDir = mkdtempSync(join(tmpdir(), "einzug-desk-"));
const start = () => startSandbox({ port: 0, appUrl: "http://localhost:3999", dataDir, scenario: "demo" });
beforeAll(async () => {
  sandbox = await start();
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Shown {
  [name: string]: Shown;
}
async function desk(method: string, path: string, body?: object): Promise<{ status: number; body: Shown & Shown[] }> {
  const init = body ? { method, body: JSON.stringify(body) } : { method };
  const response = await fetch(`${sandbox.deskUrl}${path}`, init);
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}
async function form(fields: Record<string, string>): Promise<URL> {
  const init = { method: "POST", body: new URLSearchParams(fields), redirect: "manual" } as const;
  const response = await fetch(`${sandbox.deskUrl}/do`, init);
  expect(response.status).toBe(303);
  return new URL(response.headers.get("location") ?? "", sandbox.deskUrl);
}
function send(to: string): Promise<unknown> {
  const transport = nodemailer.createTransport({ host: "127.0.0.1", port: sandbox.smtpPort });
  return transport.sendMail({
    from: "Einzug <post@einzug.test>",
    to,
    subject: "Mandat für die Bäckerei",
    text: "Bitte hier: http://localhost:3999/m/abc?x=1.",
    html: '<p><a href="http://localhost:3999/m/abc?x=1&amp;y=2">Mandat erteilen</a></p>',
  });
}

test("moves the clock only forward", async () => {
  const before = (await desk("GET", "/clock")).body;
  expect(before).toMatchObject({ today: expect.any(String), now: expect.any(String), offsetDays: 0 });
  const today = String(before.today);
  expect((await desk("POST", "/clock", { advanceDays: 3 })).body).toEqual({ today: addDays(today, 3), offsetDays: 3 });
  expect((await desk("POST", "/clock", { setDate: addDays(today, 10) })).body.offsetDays).toBe(10);
  for (const bad of [{ setDate: today }, { advanceDays: -1 }, { advanceDays: 1.5 }, { setDate: "2026-02-30" }, {}])
    expect((await desk("POST", "/clock", bad)).status).toBe(422);
  expect(new Date(String((await desk("GET", "/clock")).body.now)).getTime()).toBeGreaterThan(
    Date.now() + 9 * 86_400_000,
  );
});

test("returns state and ledger of every twin", async () => {
  const state = (await desk("GET", "/state")).body;
  expect(Object.keys(state)).toEqual(expect.arrayContaining(["clock", "lexware", "gocardless", "mail", "faults"]));
  expect(state.lexware).toMatchObject({ clientSecret: "lexware-sandbox-secret" });
  const ledger = (await desk("GET", "/ledger")).body;
  expect(Object.keys(ledger)).toEqual(["lexware", "gocardless", "stripe", "sevdesk", "datev", "mails"]);
});

test("arms, counts down and clears faults, and logs calls", async () => {
  expect((await desk("POST", "/faults", { provider: "nobody", kind: "slow" })).status).toBe(422);
  expect((await desk("POST", "/faults", { provider: "lexware", kind: "rain" })).status).toBe(422);
  const rule = await desk("POST", "/faults", { provider: "lexware", kind: "status-500", times: 1 });
  expect(rule.status).toBe(201);
  const api = String((await desk("GET", "/state")).body.lexware?.apiUrl);
  const statuses = [(await fetch(`${api}/v1/ping`)).status, (await fetch(`${api}/v1/ping`)).status];
  expect(statuses).toEqual([500, 401]);
  const calls = await desk("GET", "/requests?provider=lexware");
  expect(calls.body.at(-2)).toMatchObject({ method: "GET", path: "/v1/ping", status: 500, fault: "status-500" });
  const again = (await desk("POST", "/faults", { provider: "lexware", kind: "slow" })).body as unknown as {
    id: string;
  };
  expect((await desk("DELETE", `/faults/${again.id}`)).status).toBe(204);
  expect((await desk("DELETE", `/faults/${again.id}`)).status).toBe(404);
  expect((await desk("DELETE", "/faults")).status).toBe(204);
  expect((await desk("GET", "/faults")).body).toEqual([]);
});

test("catches mails with their links, and refuses or loses mails on demand", async () => {
  await send("jana@baeckerei.example");
  const { mails } = (await desk("GET", "/ledger")).body;
  expect(mails).toEqual([
    {
      to: "jana@baeckerei.example",
      subject: "Mandat für die Bäckerei",
      links: ["http://localhost:3999/m/abc?x=1&y=2", "http://localhost:3999/m/abc?x=1"],
      at: expect.any(String),
    },
  ]);
  await desk("POST", "/faults", { provider: "mail", kind: "status-500", times: 1 });
  await expect(send("b@x.example")).rejects.toMatchObject({ responseCode: 451 });
  await desk("POST", "/faults", { provider: "mail", kind: "drop", times: 1 });
  await send("c@x.example");
  expect((await desk("GET", "/ledger")).body.mails).toHaveLength(1);
  const web = await fetch(`${sandbox.mailUrl}/email`);
  expect(await web.json()).toHaveLength(1);
});

test("executes the page's forms against the API and redirects with its answer", async () => {
  const made = await form({
    "@call": "POST /lexware/invoices",
    "@section": "invoices",
    "@label": "Add invoice",
    "contact.name": "Imkerei <Süß>",
    "contact.email": "",
    "amountCents@euros": "1.234,50",
    number: "R-77",
  });
  expect([made.searchParams.get("refused"), made.hash]).toEqual([null, "#invoices"]);
  expect(made.searchParams.get("said")).toBe("Done: Add invoice");
  const refused = await form({ "@call": "POST /lexware/invoices/R-77/part-pay", "amountCents@euros": "9999" });
  expect(refused.searchParams.get("said")).toContain("only 123450 cents are open");
  const page = await (await fetch(`${sandbox.deskUrl}/?find=R-77`)).text();
  expect(page).toContain("Imkerei &#60;Süß&#62;");
  expect(page).toContain("1.234,50");
  expect(page).not.toContain("<script");
  const atSevdesk = await form({
    "@call": "POST /sevdesk/invoices",
    "@section": "sevdesk",
    "contact.name": "Imkerei <Süß>",
    "amountCents@euros": "88,20",
    type: "advance",
  });
  expect([atSevdesk.searchParams.get("refused"), atSevdesk.hash]).toEqual([null, "#sevdesk"]);
  const withBoth = await (await fetch(`${sandbox.deskUrl}/`)).text();
  expect(withBoth).toMatch(/advance invoice[\s\S]*Imkerei &#60;Süß&#62;[\s\S]*88,20/);
  const unknown = await form({ "@call": "POST /nowhere" });
  expect(unknown.searchParams.get("refused")).toBe("1");
});

test("keeps date, invoices and mails over a restart, but not over a reset", async () => {
  const before = (await desk("GET", "/state")).body;
  await sandbox.stop();
  sandbox = await start();
  const after = (await desk("GET", "/state")).body;
  expect(after.lexware?.invoices).toEqual(before.lexware?.invoices);
  expect(after.clock?.today).toEqual(before.clock?.today);
  expect(after.mail?.sent).toMatchObject([{ subject: "Mandat für die Bäckerei" }]);
  expect((await desk("POST", "/reset", { scenario: "other" })).status).toBe(422);
  const reset = await desk("POST", "/reset", { scenario: "empty" });
  expect([reset.status, reset.body.offsetDays]).toEqual([200, 0]);
  expect((await desk("GET", "/ledger")).body).toMatchObject({ lexware: { vouchers: [] }, mails: [] });
  await desk("POST", "/reset", { scenario: "demo" });
  expect((await desk("GET", "/ledger")).body.lexware?.vouchers).toHaveLength(26);
});

test("begins a reset world today or on any given day", async () => {
  expect((await desk("POST", "/reset", { date: "2025-03-29" })).body).toMatchObject({ today: "2025-03-29" });
  expect((await desk("POST", "/clock", { advanceDays: 2 })).body).toMatchObject({ today: "2025-03-31" });
  for (const date of ["2025-02-29", "tomorrow", 7]) expect((await desk("POST", "/reset", { date })).status).toBe(422);
  expect((await desk("GET", "/clock")).body).toMatchObject({ today: "2025-03-31" });
  expect((await desk("POST", "/reset", {})).body).toMatchObject({ offsetDays: 0 });
});
