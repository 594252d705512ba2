import { bearerOfRequest, callerOrigin, type Origin } from "@/lib/auth/caller";
import { isKeyText, sessionOfKey } from "@/lib/auth/keys/api-keys";
import { currentSession, type Session } from "@/lib/auth/sessions/session";
import { env } from "@/lib/core/env";
import type { ApiKeyScope, Role } from "@/lib/core/prisma/enums";
import type { Actor } from "@/lib/core/telemetry/audit";
import { addLogContext } from "@/lib/core/telemetry/log";
import { inOneForm, isStorable } from "@/lib/core/text/storable";
import { AppError, fieldRefusal } from "@/lib/core/web/errors";

/** Who may call: anybody, everybody of the supplier, people who may change things, or owners. */
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

/** Returns the scope that an API key needs for a call; undefined if the call needs no sign-in or refuses keys. */
export function keyScopeOf(call: { access: Access; refusesKeys?: true }): ApiKeyScope | undefined {
  if (call.access === "public" || call.refusesKeys) return undefined;
  return call.access === "reader" ? "read" : "write";
}

/**
 * Returns the person or program that calls the documented API: by cookie, token or API key.
 *
 * @throws AppError as `requireCaller`, and `forbidden` for a key whose scope is too small or if the call refuses keys
 */
export async function requireApiCaller(
  call: { access: Exclude<Access, "public">; refusesKeys?: true },
  addressed: Addressed = {},
): Promise<Caller> {
  const bearer = await bearerOfRequest();
  if (!bearer || !isKeyText(bearer)) return await requireCaller(call.access, addressed);
  const caller = await admit(await sessionOfKey(bearer), call.access, addressed);
  if (!keyScopeOf(call)) throw new AppError("forbidden", "An API key may not make this call. Sign in for it.");
  return caller;
}

/**
 * Returns the person who calls. API keys are not accepted: they open only the documented API.
 *
 * @throws AppError `unauthenticated` without a valid session, `forbidden` if the role does not allow it, `not_found` if
 *   the address names another supplier or person, as for an id that does not exist
 */
export async function requireCaller(access: Exclude<Access, "public">, addressed: Addressed = {}): Promise<Caller> {
  return await admit(await currentSession(), access, addressed);
}

async function admit(
  session: Session | undefined,
  access: Exclude<Access, "public">,
  addressed: Addressed,
): Promise<Caller> {
  if (!session) throw new AppError("unauthenticated");
  const { customerId, userId, userName, role, by, sessionId } = session;
  const key = by === "key" ? { apiKeyId: sessionId } : {};
  addLogContext({ customerId, userId, ...key });
  requireOwn({ customerId, userId }, addressed);
  if (!ROLES[access].includes(role)) throw new AppError("forbidden", key.apiKeyId && "The API key may only read.");
  const origin = await callerOrigin();
  return { ...session, origin, actor: { userId, userName, ...key, ip: origin.ip } };
}

/**
 * Refuses people who have not proved that their email address is theirs. Until then they may not send anything out of
 * the account.
 *
 * @throws AppError `address_not_proven`
 */
export function requireProvenAddress({ isAddressProven }: Pick<Session, "isAddressProven">): void {
  if (!isAddressProven) throw new AppError("address_not_proven", "Confirm your email address first.");
}

/**
 * Refuses an address that names another supplier or person.
 *
 * @throws AppError `not_found`
 */
export function requireOwn({ customerId, userId }: Required<Addressed>, addressed: Addressed): void {
  if ((addressed.customerId ?? customerId) !== customerId || (addressed.userId ?? userId) !== userId)
    throw new AppError("not_found");
}

/**
 * Returns the input with its texts in one Unicode form (NFC). Refuses characters that no database column can store.
 *
 * @throws AppError `invalid_input`, with the fields of `input` that have such a character
 */
export function storable<T>(input: T): T {
  if (isStorable(input)) return inOneForm(input);
  const message = "There is a character that no text can hold.";
  const fields = typeof input === "object" && input !== null ? Object.entries(input) : [];
  const refused = fields.filter(([field, value]) => isStorable(field) && !isStorable(value));
  throw fieldRefusal("invalid_input", message, ...refused.map(([field]) => field));
}

/**
 * Refuses changes that a page of another site sends with the browser's cookie. Bearer tokens, API keys and reads are not checked.
 *
 * @throws AppError `origin_mismatch`
 */
export function requireSameOrigin(request: Request, caller: Caller | undefined): void {
  if (request.method === "GET" || request.method === "HEAD" || caller?.by !== "cookie") return;
  requireOwnOrigin(request.headers);
}

/**
 * Refuses requests whose `Origin` is not ours. Browsers send it with every POST, so a missing one is refused, too.
 *
 * @throws AppError `origin_mismatch`
 */
export function requireOwnOrigin(headers: Pick<Headers, "get">): void {
  if (headers.get("origin") !== new URL(env().APP_URL).origin) throw new AppError("origin_mismatch");
}
