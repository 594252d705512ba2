import { env } from "@/lib/core/env";
import { log } from "@/lib/core/telemetry/log";
import { type InboundMailServer, receiveMails } from "@/lib/providers/mail/inbound";
import { findMailboxOwner } from "./data";
import { takeMail } from "./mutations";

/**
 * Starts to receive invoices by mail, if the installation has a domain for them. A second worker on the same machine
 * finds the port in use and leaves the mails to the first.
 */
export async function openMailboxes(): Promise<InboundMailServer | undefined> {
  const { INBOUND_SMTP_PORT: port, INBOUND_SMTP_HOST: host, INBOUND_MAIL_DOMAIN: domain } = env();
  if (!port) return undefined;
  try {
    const accepts = async (address: string) => (await findMailboxOwner(address)) !== undefined;
    const server = await receiveMails({ host, port, accepts, take: takeMail });
    log.info({ host, port, domain }, "inbound mail ready");
    return server;
  } catch (error) {
    log.error({ err: error, host, port }, "inbound mail: port cannot be opened");
    return undefined;
  }
}
