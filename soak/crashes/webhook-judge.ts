import type { Finding } from "../oracle/oracle";

/** A message as the product stores it. */
export interface StoredMessage {
  id: string;
  kind: string;
  data: Record<string, unknown>;
}

/** A message at the receiver: the bodies of all attempts under its id, and whether one was answered with success. */
export interface ReceivedMessage {
  bodies: string[];
  isTaken: boolean;
}

/** A state at the end, of which a message must have told. */
export interface FinalState {
  kind: string;
  subject: string;
  status: string;
}

/** Which id of a message names its subject. A debit names its mandate, too. */
const SUBJECTS: Record<string, string> = {
  "mandate.changed": "mandateId",
  "debit.changed": "debitId",
  "return.changed": "returnId",
  "payout.changed": "payoutId",
  "booking.changed": "payoutId",
};

/**
 * Compares what a supplier's endpoint received with what the product stores, after all work is done. Each message must have
 * arrived with its own content, each final state must be in a message, and no change may have two ids.
 *
 * @param stored of one supplier, in the order in which they were stored
 */
export function judgeWebhooks(
  stored: StoredMessage[],
  received: Map<string, ReceivedMessage>,
  finals: FinalState[],
): Finding[] {
  const missing = stored.flatMap(({ id, kind }) => (received.get(id)?.isTaken ? [] : `${kind} ${id} was not received`));
  const altered = stored.flatMap(({ id, kind, data }) => {
    const bodies = new Set(received.get(id)?.bodies);
    const isOwn = [...bodies].every((body) => sameData(JSON.parse(body).data, data));
    return bodies.size <= 1 && isOwn ? [] : `${kind} ${id} arrived with another content`;
  });
  const untold = finals
    .filter((one) => !stored.some((message) => tells(message, one)))
    .map(({ kind, subject, status }) => `no ${kind} tells that ${subject} is ${status}`);
  const lost = [...missing, ...altered, ...untold].map((text): Finding => ({ kind: "hook-lost", text }));
  return [...lost, ...twice(stored).map((text): Finding => ({ kind: "hook-twice", text }))];
}

/** Two messages about one subject in a row with the same content are one change that was sent with two ids. */
function twice(stored: StoredMessage[]): string[] {
  const last = new Map<string, StoredMessage>();
  return stored.flatMap((message) => {
    const key = `${message.kind} ${subjectOf(message)}`;
    const before = last.get(key);
    last.set(key, message);
    return before && sameData(before.data, message.data) ? [`${key}: ${before.id} and ${message.id}`] : [];
  });
}

function tells(message: StoredMessage, { kind, subject, status }: FinalState): boolean {
  return message.kind === kind && subjectOf(message) === subject && message.data.status === status;
}

/** A message of another kind, such as a test, is a subject of its own. */
function subjectOf({ id, kind, data }: StoredMessage): unknown {
  const name = SUBJECTS[kind];
  return name ? data[name] : id;
}

function sameData(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const text = (data: Record<string, unknown>) => JSON.stringify(Object.entries(data).sort());
  return text(one) === text(other);
}
