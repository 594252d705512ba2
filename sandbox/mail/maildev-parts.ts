import type { Server } from "node:http";
import { createRequire } from "node:module";

/**
 * The parts of maildev 2.2.1 that are used here. Its main module is avoided, because it installs signal handlers for
 * the process.
 */
export interface MaildevMail {
  id: string;
  time: string | Date;
  subject?: string;
  from?: { address: string; name: string }[];
  to?: { address: string; name: string }[];
  html?: string;
  text?: string;
}

type Callback = (error?: Error | null) => void;

interface SmtpSession {
  envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] };
}

export interface Smtp {
  onRcptTo: (address: { address: string }, session: SmtpSession, callback: Callback) => void;
  onData: (
    stream: NodeJS.ReadableStream,
    session: SmtpSession,
    callback: (error?: Error | null, message?: string) => void,
  ) => void;
  close: (callback: () => void) => void;
  connections: Set<{ close: () => void }>;
}

interface MailServer {
  store: MaildevMail[];
  smtp: Smtp;
  create: (port: number, host: string, directory: string, user?: string, password?: string) => void;
  listen: () => Promise<void>;
  emit: (event: "close" | "delete", what?: { id: string }) => void;
  loadMailsFromDirectory: () => void;
}

interface MailWeb {
  server: Server;
  start: (
    port: number,
    host: string,
    mails: MailServer,
    user: undefined,
    password: undefined,
    base: string,
    secure: object,
  ) => void;
  close: (done: () => void) => void;
}

const require = createRequire(import.meta.url);

export const mailServer = require("maildev/lib/mailserver") as MailServer;
export const mailWeb = require("maildev/lib/web") as MailWeb;
const logger = require("maildev/lib/logger") as { setLevel: (level: number) => void };

// Keeps maildev from logging: the terminal shows the demo's summary.
logger.setLevel(0);
