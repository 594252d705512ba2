import { createServer, type Socket } from "node:net";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { TestSandbox } from "@/test/sandbox";
import { smtpMailer } from "./index";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

interface CaughtMail {
  from: { address: string; name: string }[];
  to: { address: string }[];
  headers: Record<string, string>;
}

const MAIL = {
  messageId: "<mai_1@einzug.example>",
  from: "Einzug <post@einzug.test>",
  replyTo: "werkstatt@lindenhof.example",
  to: "zahler@baeckerei.example",
  subject: "Lastschrift für Rechnung RE-1042 – bitte zustimmen",
  html: '<p>Grüße</p><a href="https://einzug.example/m/abc.def">Zustimmen</a>',
  text: "Grüße https://einzug.example/m/abc.def",
};
const sentTo = async (to: string) => (await sandbox.state()).mail.sent.filter((mail) => mail.to === to);
// Short timeout for the tests about missing answers.
const impatient = () => smtpMailer(`${env().SMTP_URL}?socketTimeout=700`);

describe("a mail", () => {
  test("arrives once, with its umlauts and its link", async () => {
    await smtpMailer(env().SMTP_URL).send(MAIL);
    expect(await sentTo(MAIL.to)).toMatchObject([
      { subject: MAIL.subject, links: ["https://einzug.example/m/abc.def"], text: expect.stringContaining("Grüße") },
    ]);
  });

  test.each(["status-500", "status-429"])(
    "that is temporarily refused (%s) has not arrived and may be retried",
    async (fault) => {
      const to = `${fault}@baeckerei.example`;
      await sandbox.fault("mail", fault, to);
      const mailer = smtpMailer(env().SMTP_URL);
      await expect(mailer.send({ ...MAIL, to })).rejects.toMatchObject({
        kind: "rate_limited",
        isOutcomeUnknown: false,
      });
      expect(await sentTo(to)).toEqual([]);
      await mailer.send({ ...MAIL, to });
      expect(await sentTo(to)).toHaveLength(1);
    },
  );

  test("that is permanently refused has not arrived and is not retried", async () => {
    const to = "nobody@baeckerei.example";
    await sandbox.fault("mail", "status-502-html", to);
    await expect(smtpMailer(env().SMTP_URL).send({ ...MAIL, to })).rejects.toMatchObject({
      kind: "refused",
      isOutcomeUnknown: false,
    });
    expect(await sentTo(to)).toEqual([]);
  });

  test.each([
    ["taken, but the answer is lost", "timeout-after", 1],
    ["not taken, and no answer either", "timeout-before", 0],
  ])("has an unknown outcome and is not retried: %s", async (_what, fault, arrived) => {
    const to = `${fault}@baeckerei.example`;
    await sandbox.fault("mail", fault, to);
    await expect(impatient().send({ ...MAIL, to })).rejects.toMatchObject({ kind: "network", isOutcomeUnknown: true });
    expect(await sentTo(to)).toHaveLength(arrived);
  });

  test("to an unreachable server may be retried, because nothing was transmitted", async () => {
    await expect(smtpMailer("smtp://127.0.0.1:9").send(MAIL)).rejects.toMatchObject({
      kind: "rate_limited",
      isOutcomeUnknown: false,
    });
  });

  test.each([
    ["a blank in front of an address", "max mustermann@baeckerei.example"],
    ["no address at all", "keine Mail"],
    ["a spelt-out sign", "info(at)baeckerei.example"],
    ["two addresses", "a@baeckerei.example, b@baeckerei.example"],
    ["a name and an address", "Max <max@baeckerei.example>"],
    ["a group", "alle: a@baeckerei.example, b@baeckerei.example;"],
    ["a quoted address in front of another domain", '"max@evil.example"@baeckerei.example'],
    ["nothing", ""],
  ])("to %s is refused before the server is called", async (_what, to) => {
    const before = (await sandbox.requests("mail")).length;
    // Nothing listens there: a call would fail with a retryable error.
    await expect(smtpMailer("smtp://127.0.0.1:9").send({ ...MAIL, to })).rejects.toMatchObject({
      ...{ kind: "refused", code: "not_an_address", isOutcomeUnknown: false },
    });
    await expect(smtpMailer(env().SMTP_URL).send({ ...MAIL, to })).rejects.toMatchObject({ kind: "refused" });
    expect((await sandbox.requests("mail")).length).toBe(before);
  });

  test("to a domain with umlauts goes to that domain only", async () => {
    await smtpMailer(env().SMTP_URL).send({ ...MAIL, to: "zahler@bäckerei.example" });
    expect((await sandbox.requests("mail")).at(-1)).toMatchObject({ path: "/zahler@bäckerei.example" });
  });

  test("is sent without the reply address if that is not an address", async () => {
    const to = "antwort@baeckerei.example";
    await smtpMailer(env().SMTP_URL).send({ ...MAIL, to, replyTo: "keine" });
    expect(await sentTo(to)).toHaveLength(1);
  });

  test.each([
    ["before the greeting", null, "rate_limited"],
    ["after the greeting", /^EHLO/, "rate_limited"],
    ["at the sender", /^MAIL FROM/, "rate_limited"],
    ["at the recipient", /^RCPT TO/, "rate_limited"],
    ["when the text is to come", /^DATA$/, "rate_limited"],
    ["after the text, before the answer", /^\.$/, "network"],
  ])("whose connection breaks %s has the matching outcome", async (_when, command, kind) => {
    const server = await brokenServer(command);
    await expect(smtpMailer(server.url).send(MAIL)).rejects.toMatchObject({
      ...{ kind, isOutcomeUnknown: kind === "network" },
    });
    await server.stop();
  });

  test.each([
    ["554 to the greeting", null, "554 no service here", "rate_limited"],
    ["550 to the hello", /^(EHLO|HELO)/, "550 not you", "rate_limited"],
    ["530 to the sender", /^MAIL FROM/, "530 5.7.0 authentication required", "rate_limited"],
    ["550 to the sender", /^MAIL FROM/, "550 5.7.60 sender not allowed", "rate_limited"],
    ["530 to the recipient", /^RCPT TO/, "530 5.7.0 authentication required", "rate_limited"],
    ["450 to the recipient", /^RCPT TO/, "450 4.2.1 try later", "rate_limited"],
    ["550 to the recipient", /^RCPT TO/, "550 5.1.1 no such mailbox", "refused"],
    ["554 when the text is to come", /^DATA$/, "554 5.7.1 no", "refused"],
    ["554 to the text", /^\.$/, "554 5.7.1 no", "refused"],
  ])("that gets %s is permanently refused only if that is about this mail", async (_what, command, reply, kind) => {
    for (const extensions of ["", "PIPELINING"]) {
      const server = await refusingServer(command, reply, extensions);
      await expect(smtpMailer(server.url).send(MAIL)).rejects.toMatchObject({ kind, isOutcomeUnknown: false });
      await server.stop();
    }
  });

  test("of a kind that can be ended has the headers of RFC 8058, and any other has none", async () => {
    const unsubscribeUrl = `https://einzug.example/api/notifications/${"a".repeat(120)}.${"b".repeat(43)}`;
    for (const [to, extra] of [
      ["digest@baeckerei.example", { unsubscribeUrl }],
      ["plain@baeckerei.example", {}],
    ] as const)
      await smtpMailer(env().SMTP_URL).send({ ...MAIL, to, ...extra });
    const { mail } = (await sandbox.state()) as unknown as { mail: { webUrl: string } };
    const caught = (await (await fetch(`${mail.webUrl}/email`)).json()) as CaughtMail[];
    const headersOf = (address: string) => caught.find((one) => one.to[0]?.address === address)?.headers ?? {};
    expect(headersOf("digest@baeckerei.example")).toMatchObject({
      "list-unsubscribe": `<${unsubscribeUrl}>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    });
    expect(Object.keys(headersOf("plain@baeckerei.example")).filter((name) => name.startsWith("list"))).toEqual([]);
  });

  test("shows the given name of the sender beside our address, and the name cannot add a header", async () => {
    const to = "absender@baeckerei.example";
    const fromName = 'Müller, Söhne "GmbH" <x@evil.example>\r\nBcc: all@evil.example via Einzug';
    await smtpMailer(env().SMTP_URL).send({ ...MAIL, to, fromName });
    const { mail } = (await sandbox.state()) as unknown as { mail: { webUrl: string } };
    const caught = (await (await fetch(`${mail.webUrl}/email`)).json()) as CaughtMail[];
    const [letter] = caught.filter((one) => one.to[0]?.address === to);
    expect(letter?.from).toEqual([
      { address: "post@einzug.test", name: expect.stringMatching(/^Müller, Söhne .* via Einzug$/) },
    ]);
    expect(letter?.headers["reply-to"]).toBe(MAIL.replyTo);
    expect(Object.keys(letter?.headers ?? {})).not.toContain("bcc");
  });

  test("cannot be made to read our files", async () => {
    const sneaky = { ...MAIL, to: "file@baeckerei.example", html: { path: "/etc/hostname" } as unknown as string };
    await expect(smtpMailer(env().SMTP_URL).send(sneaky)).rejects.toThrow();
    expect(await sentTo("file@baeckerei.example")).toEqual([]);
  });
});

/** A server that closes the connection when it reads a command, or at once if there is none. It accepts no mail. */
async function brokenServer(command: RegExp | null): Promise<StubServer> {
  return await stubServer((socket) => {
    if (command === null) return void socket.destroy();
    answerLines(socket, (line) => (command.test(line) ? void socket.destroy() : "250 ok"));
  });
}

/** A server that answers one command, or the connection, with the given reply. @param extensions listed after EHLO */
async function refusingServer(command: RegExp | null, reply: string, extensions: string): Promise<StubServer> {
  const hello = extensions ? `250-refusing.example\r\n250 ${extensions}` : "250 ok";
  return await stubServer((socket) => {
    if (command === null) return void socket.end(`${reply}\r\n`);
    answerLines(socket, (line) => (command.test(line) ? reply : line.startsWith("EHLO") ? hello : "250 ok"));
  });
}

interface StubServer {
  url: string;
  stop: () => Promise<void>;
}

async function stubServer(serve: (socket: Socket) => void): Promise<StubServer> {
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const stop = async () => await new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, stop };
}

/** Greets, then answers each command. The lines of the mail's text get no answer, except its last one. */
function answerLines(socket: Socket, replyTo: (line: string) => string | undefined): void {
  socket.on("error", () => undefined);
  socket.write("220 stub.example ESMTP\r\n");
  let isText = false;
  let rest = "";
  socket.on("data", (bytes) => {
    const lines = (rest + bytes.toString()).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (isText && line !== ".") continue;
      const reply = replyTo(line);
      if (reply === undefined) return;
      isText = line === "DATA" && reply.startsWith("2");
      socket.write(`${isText ? "354 go ahead" : reply}\r\n`);
    }
  });
}
