/**
 * The mail catcher: maildev takes every mail of the product and shows it to people (web page) and to tests (API). Mails
 * are files below the data directory, so they survive a restart.
 *
 * Faults of the provider `mail` apply per recipient; their paths are `/<recipient>`. `status-500` and `status-429`
 * refuse temporarily (451), `status-502-html` refuses permanently (550, no such mailbox). `drop` accepts the mail and
 * loses it, `timeout-before` and `timeout-after` never answer, `slow` answers late. All other faults concern HTTP and
 * do nothing here.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createTransport } from "nodemailer";
import type { Faults } from "../kit/faults";
import { HOST, portOf, SLOW_MS, type TwinRequest } from "../kit/http";
import type { RequestLog } from "../kit/requests";
import { type MaildevMail, mailServer, mailWeb, type Smtp } from "./maildev-parts";

interface SentMail {
  id: string;
  to: string;
  subject: string;
  links: string[];
  at: string;
  text: string;
}

export interface MailCatcher {
  smtpPort: number;
  /** The web page for people; its API is GET /email below it. */
  webUrl: string;
  /** Returns all mails, oldest first. */
  sent(): SentMail[];
  clear(): void;
  stop(): Promise<void>;
}

export interface MailOptions {
  smtpPort: number;
  webPort: number;
  directory: string;
  /** Who may send; anybody if absent. */
  login?: { user: string; password: string };
  faults: Faults;
  log: RequestLog;
  /** The domain for which the product receives mails, its host (by default this one) and port. */
  inbound?: { domain: string; host?: string; port: number };
}

/** Starts the mail catcher. Only one maildev can run per process; port 0 takes any free port. */
export async function startMail(options: MailOptions): Promise<MailCatcher> {
  const { directory, login } = options;
  mkdirSync(directory, { recursive: true });
  const smtpPort = options.smtpPort || (await freePort());
  const webPort = options.webPort || (await freePort());
  mailServer.store.length = 0;
  mailServer.create(smtpPort, HOST, directory, login?.user, login?.password);
  addFaults(mailServer.smtp, options);
  if (options.inbound) handOver(mailServer.smtp, options.inbound);
  await loadKept(directory);
  await mailServer.listen();
  mailWeb.start(webPort, HOST, mailServer, undefined, undefined, "/", {});
  await new Promise<void>((resolve, reject) => {
    mailWeb.server.once("listening", resolve);
    mailWeb.server.once("error", reject);
  });
  return {
    smtpPort,
    webUrl: `http://localhost:${portOf(mailWeb.server)}`,
    sent: () => mailServer.store.map(shown).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    clear() {
      mailServer.store.length = 0;
      for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true, force: true });
      mailServer.emit("delete", { id: "all" });
    },
    async stop() {
      // The product leaves its connections open; waiting for it to close them would take half a minute.
      for (const connection of mailServer.smtp.connections) connection.close();
      await new Promise<void>((resolve) => mailServer.smtp.close(resolve));
      await new Promise<void>((resolve) => mailWeb.close(resolve));
    },
  };
}

/** Loads the mails of an earlier run. maildev does not report when it has finished, so their number is polled. */
async function loadKept(directory: string): Promise<void> {
  const kept = readdirSync(directory).filter((name) => name.endsWith(".eml")).length;
  mailServer.loadMailsFromDirectory();
  for (let waited = 0; mailServer.store.length < kept && waited < 5_000; waited += 20)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

const NOT_NOW = { responseCode: 451, text: "Requested action aborted: try again later" };
const REFUSALS: Record<string, typeof NOT_NOW> = {
  "status-500": NOT_NOW,
  "status-429": NOT_NOW,
  "status-502-html": { responseCode: 550, text: "Requested action not taken: mailbox unavailable" },
};

function addFaults(smtp: Smtp, { faults, log }: MailOptions): void {
  const takeMail = smtp.onData.bind(smtp);
  smtp.onData = (stream, session, answer) => {
    const path = `/${session.envelope.rcptTo.map((recipient) => recipient.address).join(",")}`;
    const fault = faults.forCall("mail", "SEND", path) ?? faults.forWebhook("mail", path);
    const entry = log.start("mail", requestFor(path), fault);
    const done: typeof answer = async (error, message) => {
      if (!error) await untilKept(message);
      entry.status = error ? ((error as { responseCode?: number }).responseCode ?? 451) : 250;
      answer(error, message);
    };
    const refusal = fault ? REFUSALS[fault] : undefined;
    if (refusal) {
      stream.resume();
      stream.on("end", () => done(Object.assign(new Error(refusal.text), refusal)));
    } else if (fault === "drop") {
      stream.resume();
      stream.on("end", () => done(null, "Message queued"));
    } else if (fault === "timeout-before") stream.resume();
    else if (fault === "timeout-after" || fault === "reset") takeMail(stream, session, () => undefined);
    else if (fault === "slow")
      takeMail(stream, session, (...reply) => setTimeout(() => done(...reply), SLOW_MS).unref());
    else takeMail(stream, session, done);
  };
}

/** Hands mails for the product's own domain to the product. It decides about each, and its refusal is the sender's. */
function handOver(smtp: Smtp, { domain, host = HOST, port }: NonNullable<MailOptions["inbound"]>): void {
  const product = createTransport({ host, port, secure: false, ignoreTLS: true });
  const takeMail = smtp.onData.bind(smtp);
  smtp.onData = (stream, session, answer) => {
    const all = session.envelope.rcptTo.map(({ address }) => address);
    const to = all.filter((address) => address.toLowerCase().endsWith(`@${domain}`));
    if (to.length === 0) return takeMail(stream, session, answer);
    const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : "";
    buffer(stream)
      .then((raw) => product.sendMail({ envelope: { from, to }, raw }))
      .then(
        () => answer(null, "Message delivered"),
        (error: Error) => answer(error),
      );
  };
}

/** maildev answers "queued as <id>" before it has read the mail, but the sender may look for it at once. */
async function untilKept(message = ""): Promise<void> {
  const id = message.split(" ").at(-1);
  if (!message.includes(" as ")) return;
  for (let waited = 0; !mailServer.store.some((mail) => mail.id === id) && waited < 2_000; waited += 5)
    await new Promise((resolve) => setTimeout(resolve, 5));
}

function requestFor(path: string): TwinRequest {
  const query = new URLSearchParams();
  return { method: "SEND", path, params: {}, query, headers: {}, raw: Buffer.alloc(0), origin: "" };
}

/** The ledger is read often, and a mail never changes. */
const seen = new WeakMap<MaildevMail, SentMail>();

function shown(mail: MaildevMail): SentMail {
  const known = seen.get(mail) ?? readMail(mail);
  seen.set(mail, known);
  return known;
}

function readMail(mail: MaildevMail): SentMail {
  return {
    id: mail.id,
    to: (mail.to ?? []).map((one) => one.address).join(", "),
    subject: mail.subject ?? "",
    links: linksIn(mail.html ?? "", mail.text ?? ""),
    at: new Date(mail.time).toISOString(),
    text: mail.text ?? "",
  };
}

/** Returns every http(s) address that the reader can follow, in reading order, without repetitions. */
function linksIn(html: string, text: string): string[] {
  const hrefs = [...html.matchAll(/href\s*=\s*["'](https?:\/\/[^"']+)["']/gi)].map((found) =>
    (found[1] ?? "").replace(/&amp;/g, "&").replace(/&#x3D;/gi, "="),
  );
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/gi)].map(([link]) => link.replace(/[.,;:!?]+$/, ""));
  return [...new Set([...hrefs, ...inText])];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
