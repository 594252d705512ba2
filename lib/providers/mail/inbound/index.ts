import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { log } from "@/lib/core/telemetry/log";

/** The largest mail: a file of 20 MB as base64, and its text. */
export const MAX_MAIL_BYTES = 30_000_000;
/** Mails that are received at the same time; each is in memory once. */
const MAX_CLIENTS = 4;
const IDLE_MS = 60_000;

/** A mail as the operator's mail server delivers it. */
export interface InboundMail {
  /** Sender and recipients of the envelope. The sender proves nothing. */
  sender: string;
  recipients: string[];
  bytes: Buffer;
}

export interface InboundMailServer {
  port: number;
  stop(): Promise<void>;
}

interface Options {
  host: string;
  port: number;
  /** True if mails to this address are accepted. */
  accepts(address: string): Promise<boolean>;
  /** Stores the mail. It counts as delivered once this has returned; until then the sender keeps it. */
  take(mail: InboundMail): Promise<void>;
}

const NO_MAILBOX = { responseCode: 550, message: "5.1.1 no such mailbox" };
const TOO_LARGE = { responseCode: 552, message: "5.3.4 message too large" };
const LATER = { responseCode: 451, message: "4.3.0 try again later" };

/**
 * Receives mails over SMTP from the operator's mail server, which filters spam and speaks to the internet. It never
 * sends: nothing is answered, bounced or forwarded.
 */
export async function receiveMails(options: Options): Promise<InboundMailServer> {
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ["AUTH", "STARTTLS"], disableReverseLookup: true, logger: false },
    ...{ size: MAX_MAIL_BYTES, maxClients: MAX_CLIENTS, socketTimeout: IDLE_MS, closeTimeout: 5_000 },
    banner: "",
    onRcptTo({ address }, _session, callback) {
      answer(callback, async () => ((await options.accepts(address)) ? undefined : NO_MAILBOX));
    },
    onData(stream, session, callback) {
      answer(callback, async () => await receive(stream, session, options.take));
    },
  });
  server.on("error", (error) => log.warn({ err: error }, "inbound mail: connection failed"));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.server.address();
  return {
    port: typeof address === "object" && address ? address.port : options.port,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

type Refusal = typeof NO_MAILBOX;

function answer(callback: (error?: Error | null) => void, run: () => Promise<Refusal | undefined>): void {
  run().then(
    (refusal) => callback(refusal ? Object.assign(new Error(refusal.message), refusal) : null),
    (error: unknown) => {
      log.error({ err: error }, "inbound mail could not be stored");
      callback(Object.assign(new Error(LATER.message), LATER));
    },
  );
}

async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  take: Options["take"],
): Promise<Refusal | undefined> {
  const bytes = await buffer(limited(stream));
  if (stream.sizeExceeded || bytes.length > MAX_MAIL_BYTES) return TOO_LARGE;
  const { mailFrom, rcptTo } = session.envelope;
  const recipients = rcptTo.map(({ address }) => address);
  await take({ sender: mailFrom ? mailFrom.address : "", recipients, bytes });
  return undefined;
}

/** Yields the mail up to one byte beyond the limit, and reads the rest without keeping it. */
async function* limited(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of stream) {
    if (length <= MAX_MAIL_BYTES) yield chunk;
    length += chunk.length;
  }
}
