/**
 * The history of the database that this process works on. Its number starts with 0 and grows when the database has gone back:
 * a standby was promoted, or the server was restored to an earlier moment. Transactions of its last seconds may be gone.
 */
export interface Epoch {
  number: number;
  /** Set after a change: when this process noticed it. */
  since?: Date;
}

interface Known {
  timeline?: number;
  epoch: Epoch;
  listeners: (() => void)[];
}

// One per process, however often bundling repeats this module.
const holder = globalThis as { einzugTimeline?: Known };
holder.einzugTimeline ??= { epoch: { number: 0 }, listeners: [] };
const known = holder.einzugTimeline;

export function databaseEpoch(): Epoch {
  return known.epoch;
}

/** Returns the timeline of the newest connection of this process; undefined before the first, or if it has none. */
export function currentTimeline(): number | undefined {
  return known.timeline;
}

/** Calls `listener` each time this process notices that the database has gone back. */
export function onNewEpoch(listener: () => void): void {
  known.listeners.push(listener);
}

/**
 * Notes the timeline of a new connection, before any statement of the product runs on it.
 *
 * @param timeline undefined if the server does not tell it
 */
export function noteTimeline(timeline: number | undefined): void {
  if (timeline === undefined || timeline === known.timeline) return;
  const isFirst = known.timeline === undefined;
  known.timeline = timeline;
  if (isFirst) return;
  known.epoch = { number: known.epoch.number + 1, since: new Date() };
  for (const listener of known.listeners) listener();
}
