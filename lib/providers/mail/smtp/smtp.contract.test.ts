import { afterAll, afterEach, describe, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { TestSandbox } from "@/test/sandbox";
import { smtpMailer } from "./index";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

interface CaughtMail {
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
// A short wait for the tests about answers that never come.
const impatient = () => smtpMailer(`${env().SMTP_URL}?socketTimeout=700`);

describe("a mail", () => {
  test("arrives once, with its umlauts and its link", async () => {
    await smtpMailer(env().SMTP_URL).send(MAIL);
    expect(await sentTo(MAIL.to)).toMatchObject([
      { subject: MAIL.subject, links: ["https://einzug.example/m/abc.def"], text: expect.stringContaining("Grüße") },
    ]);
  });

  test.each(["status-500", "status-429"])(
    "that is refused for now (%s) may be sent again, and has not arrived",
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

  test("that is refused for good has not arrived, and need not be tried again", async () => {
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
  ])("%s: nobody knows, so it must not be sent again by itself", async (_what, fault, arrived) => {
    const to = `${fault}@baeckerei.example`;
    await sandbox.fault("mail", fault, to);
    await expect(impatient().send({ ...MAIL, to })).rejects.toMatchObject({ kind: "network", isOutcomeUnknown: true });
    expect(await sentTo(to)).toHaveLength(arrived);
  });

  test("to a server that is not there may be sent again: nothing was handed over", async () => {
    await expect(smtpMailer("smtp://127.0.0.1:9").send(MAIL)).rejects.toMatchObject({
      kind: "rate_limited",
      isOutcomeUnknown: false,
    });
  });

  test("of a kind that can be ended says so in the headers of RFC 8058, and no other does", async () => {
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

  test("cannot be made to read files of ours", async () => {
    const sneaky = { ...MAIL, to: "file@baeckerei.example", html: { path: "/etc/hostname" } as unknown as string };
    await expect(smtpMailer(env().SMTP_URL).send(sneaky)).rejects.toThrow();
    expect(await sentTo("file@baeckerei.example")).toEqual([]);
  });
});
