import { expect } from "@playwright/test";
import { deskCall } from "./desk";

export interface Letter {
  to: string;
  subject: string;
  text: string;
  links: string[];
}

export interface CaughtMail {
  id: string;
  to: { address: string }[];
  replyTo?: { address: string }[];
  subject: string;
  text?: string;
  html?: string;
  headers?: Record<string, unknown>;
  attachments?: { contentType: string; contentDisposition: string; contentId: string; generatedFileName: string }[];
}

const CATCHER = `http://127.0.0.1:${Number(process.env.SANDBOX_PORT ?? 4200) + 80}`;

/** All mails really sent, by recipient. */
export const mailbox = {
  /** Returns the mails to one address, oldest first. */
  to: async (address: string): Promise<Letter[]> => {
    const { mails } = await deskCall<{ mails: Omit<Letter, "text">[] }>("/ledger");
    return mails.filter((mail) => mail.to === address).map((mail) => ({ ...mail, text: "" }));
  },
  /** Waits until exactly `count` mails have arrived, and returns the last one with its text. */
  letter: async (address: string, count = 1): Promise<Letter> => {
    await expect.poll(async () => (await mailbox.to(address)).length, { message: `letters to ${address}` }).toBe(count);
    const last = (await mailbox.to(address)).at(-1);
    if (!last) throw new Error(`no letter to ${address}`);
    const own = await mailbox.caught(address);
    return { ...last, text: own.find((mail) => mail.subject === last.subject)?.text ?? "" };
  },
  /** Returns the mails to one address with all their parts. */
  caught: async (address: string): Promise<CaughtMail[]> => {
    // Filtered by maildev itself, because all mails of a run would be megabytes.
    const query = new URLSearchParams({ "to.address": address });
    return (await (await fetch(`${CATCHER}/email?${query}`)).json()) as CaughtMail[];
  },
  /** Returns the address at which a web mail program shows a mail. */
  addressOf: ({ id }: CaughtMail): string => `${CATCHER}/email/${id}/html`,
  attachment: async ({ id, attachments }: CaughtMail): Promise<Buffer> => {
    const response = await fetch(`${CATCHER}/email/${id}/attachment/${attachments?.[0]?.generatedFileName}`);
    return Buffer.from(await response.arrayBuffer());
  },
};

/** Returns the link of a mail about an e-mail address. */
export function addressLink(letter: Letter): string {
  const link = letter.links.find((one) => new URL(one).pathname === "/confirm-address");
  if (!link) throw new Error(`no link about an address in "${letter.subject}"`);
  return link;
}

/** Returns the payer's own link in a mail. */
export function mandateLink(letter: Letter): string {
  const link = letter.links.find((one) => new URL(one).pathname.startsWith("/m/"));
  if (!link) throw new Error(`no mandate link in "${letter.subject}"`);
  return link;
}
