import { callerOrigin, type Origin } from "@/lib/auth/caller";
import { currentSession, type Session } from "@/lib/auth/session";
import type { Actor } from "@/lib/core/audit";
import { env } from "@/lib/core/env";
import { AppError, fieldRefusal } from "@/lib/core/errors";
import { addLogContext } from "@/lib/core/log";
import type { Role } from "@/lib/core/prisma/enums";
import { inOneForm, isStorable } from "@/lib/core/storable";

/** What a caller must be: nobody in particular, somebody of the supplier, somebody who may change things, or an owner. */
export type Access = "public" | "reader" | "member" | "owner";

export type Caller = Session & { actor: Actor; origin: Origin };

/** Ids in an address that must be the caller's own. */
export interface Addressed {
  customerId?: string;
  userId?: string;
}

const ROLES: Record<Exclude<Access, "public">, Role[]> = {
  reader: ["owner", "member", "read_only"],
  member: ["owner", "member"],
  owner: ["owner"],
};

/**
 * @throws AppError `unauthenticated` without a valid session, `forbidden` for a role that may not, `not_found` when the
 *   address names another supplier or person (a foreign id answers like a missing one)
 */
export async function requireCaller(access: Exclude<Access, "public">, addressed: Addressed = {}): Promise<Caller> {
  const session = await currentSession();
  if (!session) throw new AppError("unauthenticated");
  const { customerId, userId, userName, role } = session;
  addLogContext({ customerId, userId });
  requireOwn({ customerId, userId }, addressed);
  if (!ROLES[access].includes(role)) throw new AppError("forbidden");
  const origin = await callerOrigin();
  return { ...session, origin, actor: { userId, userName, ip: origin.ip } };
}

/**
 * Nothing that leaves an account may be done by somebody whose email address may be somebody else's.
 *
 * @throws AppError `address_not_proven`
 */
export function requireProvenAddress({ isAddressProven }: Pick<Session, "isAddressProven">): void {
  if (!isAddressProven) throw new AppError("address_not_proven", "Confirm your email address first.");
}

/**
 * What an address names has to be the caller's own.
 *
 * @throws AppError `not_found`
 */
export function requireOwn({ customerId, userId }: Required<Addressed>, addressed: Addressed): void {
  if ((addressed.customerId ?? customerId) !== customerId || (addressed.userId ?? userId) !== userId)
    throw new AppError("not_found");
}

/**
 * What somebody sent, its texts in one Unicode form. A text that no column can hold is nothing anybody has typed.
 *
 * @throws AppError `invalid_input`, with the fields of `input` that hold such a text
 */
export function storable<T>(input: T): T {
  if (isStorable(input)) return inOneForm(input);
  const message = "There is a character that no text can hold.";
  const fields = typeof input === "object" && input !== null ? Object.entries(input) : [];
  const refused = fields.filter(([field, value]) => isStorable(field) && !isStorable(value));
  throw fieldRefusal("invalid_input", message, ...refused.map(([field]) => field));
}

/**
 * A cookie is sent along by any site that makes the browser call us; only our own pages may change things with it.
 *
 * @throws AppError `origin_mismatch`
 */
export function requireSameOrigin(request: Request, caller: Caller | undefined): void {
  if (request.method === "GET" || request.method === "HEAD" || caller?.by !== "cookie") return;
  requireOwnOrigin(request.headers);
}

/**
 * Only our own pages may send this. Browsers name the page's origin with every POST, so one that is missing is refused, too.
 *
 * @throws AppError `origin_mismatch`
 */
export function requireOwnOrigin(headers: Pick<Headers, "get">): void {
  if (headers.get("origin") !== new URL(env().APP_URL).origin) throw new AppError("origin_mismatch");
}
