import type { Attack } from "../weakening";

const SCOPE = "lib/auth/scope.db.test.ts";
const FOREIGN = {
  tier: "db",
  file: SCOPE,
  test: "an id of another supplier is refused with not_found, like a missing one,",
} as const;
const TEAM = {
  tier: "db",
  file: "lib/accounts/team/mutations.db.test.ts",
  test: "the ids of another account are refused with not_found, like missing ones",
} as const;
const GRANTS = { tier: "db", file: "lib/core/tenants/grants.db.test.ts" } as const;
const TABLE = "e2e/access-table.spec.ts";
const WISHES = {
  tier: "unit",
  file: "app/api/v1/mass-assignment.test.ts",
  test: "accepts its own fields and no others",
} as const;

/** Data of other suppliers, accessed by id, by an additional field, or by a page of somebody else. */
export const ofAccounts: Attack[] = [
  {
    kind: "IDOR",
    name: "the address of a call names another supplier",
    file: "lib/http/access.ts",
    search: "  if ((addressed.customerId ?? customerId) !== customerId || (addressed.userId ?? userId) !== userId)",
    replace: "  if ((addressed.userId ?? userId) !== userId)",
    noticedBy: { tier: "unit", file: "lib/http/access.test.ts", test: "an address that names another supplier" },
  },
  {
    kind: "IDOR",
    name: "the address is not held against the caller at all",
    file: "lib/http/access.ts",
    search: "  requireOwn({ customerId, userId }, addressed);",
    replace: "",
    noticedBy: {
      tier: "e2e",
      file: TABLE,
      test: "every API call lets in exactly the callers that its access level names",
    },
  },
  {
    kind: "IDOR",
    name: "a payout of another supplier is booked again by its id",
    file: "lib/payouts/record/mutations.ts",
    search: "      where: { customerId, OR: [{ id: payoutId }, { providerId: payoutId }] },",
    replace: "      where: { OR: [{ id: payoutId }, { providerId: payoutId }] },",
    noticedBy: FOREIGN,
  },
  {
    kind: "IDOR",
    name: "a contact of another supplier is found by its id",
    file: "lib/payers/data.ts",
    search: "    where: { customerId, OR: [{ id }, ...(books ? [{ books, externalId: id }] : [])] },",
    replace: "    where: { OR: [{ id }, ...(books ? [{ books, externalId: id }] : [])] },",
    noticedBy: FOREIGN,
  },
  {
    kind: "IDOR",
    name: "a member of another account is made its owner",
    file: "lib/accounts/team/mutations.ts",
    search:
      "    await tx.membership.updateMany({ where: { customerId, userId }, data: { role, roleSince: new Date() } });",
    replace: "    await tx.membership.updateMany({ where: { userId }, data: { role, roleSince: new Date() } });",
    noticedBy: {
      ...TEAM,
      file: "lib/accounts/sign-in/two-accounts.db.test.ts",
      test: "changing a role or removing a member affects one account, not the person's other accounts",
    },
  },
  {
    kind: "IDOR",
    name: "an invitation of another account is withdrawn",
    file: "lib/accounts/team/mutations.ts",
    search: "    const gone = await tx.invitation.deleteMany({ where: { customerId, id } });",
    replace: "    const gone = await tx.invitation.deleteMany({ where: { id } });",
    noticedBy: TEAM,
  },
  {
    kind: "mass assignment",
    name: "somebody who registers sets columns that no form has",
    file: "lib/accounts/schema.ts",
    search: "export const registration = z.object({",
    replace: "export const registration = z.looseObject({",
    noticedBy: WISHES,
  },
  {
    kind: "mass assignment",
    name: "a person's preferences set more than preferences",
    file: "lib/accounts/schema.ts",
    search: "export const emailPreferences = z.object({",
    replace: "export const emailPreferences = z.looseObject({",
    noticedBy: WISHES,
  },
  {
    kind: "CSRF",
    name: "another site's page changes things with the visitor's cookie",
    file: "lib/http/access.ts",
    search: '  if (headers.get("origin") !== new URL(env().APP_URL).origin) throw new AppError("origin_mismatch");',
    replace: "",
    noticedBy: { tier: "unit", file: "lib/http/access.test.ts", test: "by %s is accepted only from our own pages" },
  },
  {
    kind: "CSRF",
    name: "a server action takes a call that names no page, or one of another site",
    file: "lib/http/action.ts",
    search: "        requireOwnOrigin(await headers());\n        await refreshClock();\n        const call = {",
    replace: "        await refreshClock();\n        const call = {",
    noticedBy: {
      tier: "unit",
      file: "lib/http/refusals/refusals.test.ts",
      test: "an action from the origin %s, which is not ours",
    },
  },
  {
    kind: "session fixation",
    name: "a session that was opened for a ticket is valid before anybody has claimed it",
    file: "lib/auth/sessions/session.ts",
    search: '  if (row.isApi !== (by === "bearer") || !row.claimedAt || row.expiresAt <= now) return undefined;',
    replace: '  if (row.isApi !== (by === "bearer") || row.expiresAt <= now) return undefined;',
    noticedBy: {
      tier: "db",
      file: "lib/auth/sessions/sessions.db.test.ts",
      test: "a session is invalid until a ticket claims it",
    },
  },
  {
    kind: "session fixation",
    name: "a ticket that was read on its way claims the same session a second time",
    file: "lib/auth/sessions/sessions.ts",
    search: "    where: { id: sessionId, isApi: false, claimedAt: null, expiresAt: { gt: new Date() } },",
    replace: "    where: { id: sessionId, isApi: false, expiresAt: { gt: new Date() } },",
    noticedBy: {
      tier: "db",
      file: "lib/auth/sessions/sessions.db.test.ts",
      test: "a session is invalid until a ticket claims it",
    },
  },
  {
    kind: "session fixation",
    name: "a session that an intruder holds outlives a new password",
    file: "lib/accounts/password/mutations.ts",
    search: "  const ended = await endOtherSessions(tx, userId, keptSessionId);",
    replace: "  const ended = keptSessionId === undefined ? 0 : 1;",
    noticedBy: {
      tier: "db",
      file: "lib/accounts/password/mutations.db.test.ts",
      test: "a reset link sets the password once, invalidates the other links, and ends every session",
    },
  },
  {
    kind: "IDOR",
    name: "a statement that runs for one supplier rewrites the audit log",
    file: "prisma/migrations/20261129111000_grants_of_suppliers/migration.sql",
    search: "GRANT SELECT, INSERT ON",
    replace: "GRANT SELECT, INSERT, UPDATE, DELETE ON",
    noticedBy: { ...GRANTS, test: "accepts entries of a supplier, which cannot change or delete any" },
  },
  {
    kind: "IDOR",
    name: "a statement that runs for one supplier reads the jobs of all, with the addresses of people",
    file: "lib/jobs/queue-access.ts",
    search: 'const JOB_TABLES = ["job", "job_common"];',
    replace: 'const JOB_TABLES = ["job"];',
    noticedBy: { ...GRANTS, test: "shows a supplier its own jobs, and refuses one that it enqueues for another" },
  },
  {
    kind: "session fixation",
    name: "the session of somebody who signs out stays valid: it is not found, as the request has proved nothing yet",
    file: "lib/auth/sessions/next-auth.ts",
    search: "await withinSupplier(token.customerId, () => endSession(sub, sid));",
    replace: "await endSession(sub, sid);",
    noticedBy: {
      tier: "db",
      file: "lib/auth/sessions/sessions.db.test.ts",
      test: "signing out ends the session, although",
    },
  },
];
