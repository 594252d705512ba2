import type { Role } from "@/lib/core/prisma/enums";

const HOUR_MS = 3_600_000;

/** How long another account is held, unless another owner releases it. */
const HOLD_MS = 24 * HOUR_MS;

/** How long a person must have been an owner to release a hold. By then the other owners were notified of that role. */
const SETTLED_MS = 24 * HOUR_MS;

/** The columns of a connection that describe its hold. */
export interface HoldColumns {
  heldUntil: Date | null;
  heldSince: Date | null;
  heldById: string | null;
  trustedOrganisationId: string | null;
}

export const NOT_HELD: HoldColumns = { heldUntil: null, heldSince: null, heldById: null, trustedOrganisationId: null };

/** Returns when a hold began, in business time. */
export function heldFrom(heldUntil: Date): Date {
  return new Date(heldUntil.getTime() - HOLD_MS);
}

/** True while nothing may start at the account. */
export function isHeld({ heldUntil }: Pick<HoldColumns, "heldUntil">, at: Date): boolean {
  return heldUntil !== null && heldUntil > at;
}

export interface KnownAccount extends HoldColumns {
  status: "connected" | "revoked" | "disconnected";
  lastOrganisationId: string | null;
  endedAt: Date | null;
}

/**
 * Returns how connecting an organisation changes the hold.
 * The trusted organisation is the last one that was in use without a hold. An account that was disconnected during its
 * hold never became trusted.
 *
 * @param known the row before; null if no account was ever connected
 * @param change `at` is business time, `since` the machine's time
 * @returns the columns to write; undefined if they stay as they are
 */
export function holdAfter(
  known: KnownAccount | null,
  organisationId: string,
  change: { userId: string; at: Date; since: Date },
): HoldColumns | undefined {
  if (!known) return NOT_HELD;
  const isConnected = known.status === "connected";
  const wasHeld = isHeld(known, isConnected ? change.at : (known.endedAt ?? change.at));
  const trustedOrganisationId = wasHeld ? known.trustedOrganisationId : known.lastOrganisationId;
  if (organisationId === trustedOrganisationId) return NOT_HELD;
  // The held account's access was renewed: its hold neither ends nor begins again.
  if (isConnected && organisationId === known.lastOrganisationId) return undefined;
  const heldUntil = new Date(change.at.getTime() + HOLD_MS);
  return { heldUntil, heldSince: change.since, heldById: change.userId, trustedOrganisationId };
}

/**
 * True for an owner who did not make the change and had been an owner for a day when it was made.
 * An attacker who adds or promotes an owner for this purpose gains nothing, because that takes as long as the hold
 * itself.
 */
export function mayRelease(
  { heldById, heldSince }: Pick<HoldColumns, "heldById" | "heldSince">,
  person: { userId: string; role: Role; roleSince: Date },
): boolean {
  if (person.role !== "owner" || person.userId === heldById || !heldSince) return false;
  return person.roleSince.getTime() <= heldSince.getTime() - SETTLED_MS;
}
