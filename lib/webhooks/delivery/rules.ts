import { Webhook } from "standardwebhooks";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pause after each failed attempt: nine attempts within a day. */
const PAUSES_MS = [
  ...[MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 7 * HOUR_MS, 9 * HOUR_MS],
];
/** An endpoint whose every attempt has failed for this long is turned off. */
const HOPELESS_MS = 5 * 24 * HOUR_MS;
/** The receiver says that the address is gone for good. */
const GONE = 410;

/** Returns when to try again after so many failed attempts; undefined after the last one. */
export function nextAttempt(attempts: number, at: Date): Date | undefined {
  const pause = PAUSES_MS[attempts - 1];
  return pause === undefined ? undefined : new Date(at.getTime() + pause);
}

/** True if an endpoint should be turned off after a failed attempt. */
export function isHopeless(failingSince: Date, lastStatus: number | undefined, at: Date): boolean {
  return lastStatus === GONE || at.getTime() - failingSince.getTime() >= HOPELESS_MS;
}

export function isReceived(status: number): boolean {
  return status >= 200 && status < 300;
}

interface SignedMessage {
  id: string;
  kind: string;
  data: unknown;
  createdAt: Date;
}

/**
 * Returns body and headers of a message by the Standard Webhooks convention. The id and the body of a message are the
 * same in each attempt. Several secrets make several signatures.
 */
export function signedMessage({ id, kind, data, createdAt }: SignedMessage, secrets: string[], sentAt: Date) {
  const body = JSON.stringify({ type: kind, timestamp: createdAt.toISOString(), data });
  return {
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "Einzug-Webhooks/1",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1_000)),
      "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(" "),
    },
  };
}
