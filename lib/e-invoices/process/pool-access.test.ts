import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { pdfWith, ublInvoice } from "@/test/e-invoices";
import { readEInvoice, readMail } from "./access";
import { buildReader } from "./build-access";
import { ReaderPool } from "./pool-access";
import type { ReaderLimits } from "./reader-access";

/** A reader that does what its file says, so that limits are tested without a file that hurts a parser. */
const OBEDIENT = `
process.on("message", ({ bytes }) => {
  const order = Buffer.from(bytes).toString();
  if (order === "die") process.kill(process.pid, "SIGKILL");
  if (order === "hang") for (;;);
  if (order === "wait") return;
  const result = { outcome: "not_an_invoice", reason: "other_root", detail: process.pid + " " + (process.env.SECRET ?? "-") };
  process.send({ result, rssBytes: order === "grow" ? 1e12 : 0 });
});
process.on("disconnect", () => process.exit(0));
process.send({ isReady: true });
`;
const LIMITS: ReaderLimits = { cpuMs: 60_000, wallMs: 60_000, rssBytes: 1e11, retireRssBytes: 1e11, startMs: 60_000 };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reader-"));
  await writeFile(join(folder, "obedient.mjs"), OBEDIENT);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

function poolOf(limits: Partial<ReaderLimits> = {}, size = 1): (order: string) => Promise<string> {
  const command = async () => ({ path: join(folder, "obedient.mjs"), execArgv: [] });
  const pool = new ReaderPool({ command, limits: { ...LIMITS, ...limits }, size, idleMs: 60_000 });
  onTestFinished(() => pool.stop());
  return async (order) => {
    const result = await pool.read(Buffer.from(order));
    return result.reason === "other_root" ? `read by ${result.detail}` : `${result.outcome}: ${result.reason}`;
  };
}

const STOPPED = "unreadable: reader_stopped";

test("a process reads one file after the other, without our settings", async () => {
  const read = poolOf();
  const first = await read("a");
  expect(first).toMatch(/^read by \d+ -$/);
  expect(await read("b")).toBe(first);
});

test("a file at which the process dies is unreadable, and the next one is read by another process", async () => {
  const read = poolOf();
  const first = await read("a");
  expect(await read("die")).toBe(STOPPED);
  const next = await read("b");
  expect(next).toMatch(/^read by/);
  expect(next).not.toBe(first);
});

test.each([
  ["hangs", "hang", { wallMs: 300 }],
  ["waits for nothing", "wait", { wallMs: 300 }],
  ["needs too much processor time", "hang", { cpuMs: 100, wallMs: 5_000 }],
  ["needs too much memory", "wait", { rssBytes: 1, wallMs: 5_000 }],
])("a file at which the process %s is unreadable", async (_, order, limits) => {
  const read = poolOf(limits);
  expect(await read(order)).toBe(STOPPED);
});

test("only the file at hand is refused: files in other processes and in the queue are read", async () => {
  const read = poolOf({ wallMs: 2_000 }, 2);
  const answers = await Promise.all(["die", "a", "b", "die", "c"].map(read));
  expect(answers.map((answer) => answer.slice(0, 7))).toEqual(["unreada", "read by", "read by", "unreada", "read by"]);
});

test("a process that has grown reads no second file", async () => {
  const read = poolOf({ retireRssBytes: 1e9 });
  const first = await read("grow");
  expect(await read("a")).not.toBe(first);
});

test("if no process can start, the file is not to blame", async () => {
  const command = async () => ({ path: join(folder, "missing.mjs"), execArgv: ["--no-warnings"] });
  const pool = new ReaderPool({ command, limits: LIMITS, size: 1, idleMs: 60_000 });
  await expect(pool.read(Buffer.from("a"))).rejects.toThrow("process ended at its start");
});

test("the product's own reader reads XML and PDF in its process", async () => {
  const xml = ublInvoice();
  const files = [Buffer.from(xml), await pdfWith({ "xrechnung.xml": xml }), Buffer.from("x")];
  const results = await Promise.all(files.map(readEInvoice));
  expect(results.map(({ outcome }) => outcome)).toEqual(["direct_debit", "direct_debit", "not_an_invoice"]);
  expect(results.slice(0, 2).map((result) => "xml" in result && Buffer.from(result.xml).toString())).toEqual([
    xml,
    xml,
  ]);
});

test("a mail is read in a process too, and one that its parser cannot digest is none", async () => {
  const head = "From: a@b.example\r\nSubject: Rechnung\r\nMessage-ID: <1@b.example>\r\n";
  const attachment = "Content-Disposition: attachment; filename=a.xml\r\n\r\n<Invoice/>\r\n--b--";
  const mail = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${attachment}\r\n`;
  const read = await readMail(Buffer.from(mail));
  expect(read).toMatchObject({ subject: "Rechnung", messageId: "<1@b.example>", isCut: false });
  expect(read?.attachments.map(({ name, bytes }) => [name, Buffer.from(bytes).toString().trim()])).toEqual([
    ["a.xml", "<Invoice/>"],
  ]);
  // Two megabytes of these need gigabytes, and five of those a minute.
  const blanks = `${head}Content-Type: text/html\r\n\r\n${"\n \n".repeat(1_500_000)}`;
  const groups = `From: ${"g:".repeat(1_000_000)}\r\n\r\nx`;
  expect(await Promise.all([blanks, groups].map((text) => readMail(Buffer.from(text))))).toEqual([
    undefined,
    undefined,
  ]);
  expect(await readMail(Buffer.from(mail))).toEqual(read);
});

test("a signal to the whole group is left to the parent: the file that is being read gets its result", async () => {
  const reader = fork(await buildReader(process.cwd()), [], { serialization: "advanced" });
  onTestFinished(() => void reader.kill("SIGKILL"));
  await once(reader, "message");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) reader.kill(signal);
  reader.send({ kind: "file", bytes: Buffer.from(ublInvoice({ number: "A-1" })) });
  const ended = once(reader, "exit").then(() => ["ended"]);
  expect((await Promise.race([once(reader, "message"), ended]))[0]).toMatchObject({
    result: { invoice: { number: "A-1" } },
  });
  reader.disconnect();
  expect(await once(reader, "exit")).toEqual([0, null]);
});
