import { cache } from "react";
import { readEmail, readEmailPreferences, readProfile } from "@/lib/accounts/profile/data";
import { readSecurity } from "@/lib/accounts/sign-in/data";
import { deviceOf } from "@/lib/accounts/sign-in/mutations";
import { readOtherMemberships, readTeam } from "@/lib/accounts/team/data";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { log } from "@/lib/core/telemetry/log";

/** Loads the person and the firm for the account's first page. */
export const loadProfile = cache(async () => {
  const { customerId, userId, role } = await pageSession();
  return { ...(await readProfile(customerId, userId)), isOwner: role === "owner" };
});

/** Loads the address that the person has yet to confirm; undefined if it is proven. */
export const loadUnprovenAddress = cache(async (): Promise<string | undefined> => {
  const { userId, isAddressProven } = await pageSession();
  if (isAddressProven) return undefined;
  return await readEmail(userId);
});

/** Loads the email preferences; undefined if that fails, because the rest of the page does not depend on them. */
export const loadEmailPreferences = cache(async () => {
  const { userId } = await pageSession();
  return await readEmailPreferences(userId).catch((error: unknown) => {
    log.error({ err: error }, "e-mail preferences could not be read");
    return undefined;
  });
});

export interface SessionView {
  id: string;
  device: string;
  ip: string;
  isApi: boolean;
  isCurrent: boolean;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Loads how the person signs in: second factor, passkeys, and their current sessions. */
export const loadSecurity = cache(async () => {
  const { userId, sessionId } = await pageSession();
  const { sessions: rows, _count, ...user } = await readSecurity(userId);
  const sessions = rows.map(
    ({ id, userAgent, ip, isApi, createdAt, lastSeenAt }): SessionView => ({
      id,
      device: deviceOf(userAgent),
      ip,
      isApi,
      isCurrent: id === sessionId,
      createdAt,
      lastSeenAt,
    }),
  );
  return { ...user, recoveryCodes: _count.recoveryCodes, sessions };
});

/** Loads the members of the account and the open invitations. */
export const loadTeam = cache(async () => {
  const { customerId, userId, role } = await pageSession();
  const { memberships, invitations } = await readTeam(customerId);
  const members = memberships.map(({ userId: id, role: own, createdAt, user }) => ({
    id,
    ...user,
    role: own,
    createdAt,
    isSelf: id === userId,
  }));
  const open = invitations.map(({ id, email, role: asked, expiresAt, invitedBy }) => ({
    id,
    email,
    role: asked,
    expiresAt,
    invitedBy,
  }));
  return { members, invitations: open, isOwner: role === "owner" };
});

/** Loads the other suppliers that the person works for. */
export const loadOtherAccounts = cache(async () => {
  const { customerId, userId } = await pageSession();
  const rows = await readOtherMemberships(customerId, userId);
  return rows.map(({ customerId: id, role, customer }) => ({ customerId: id, role, ...customer }));
});
