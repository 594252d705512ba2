import type { z } from "zod";
import { signInByPassword } from "@/lib/auth/sign-in";
import { db } from "@/lib/core/database/db";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { AppError } from "@/lib/core/web/errors";
import { type authenticationResponse, finishPasskeySignIn } from "./passkeys";

/** How long a proof by password or passkey counts as fresh. */
const FRESH_MS = 10 * 60_000;

/** The session whose proof is renewed. */
export interface ProvableSession {
  sessionId: string;
  userId: string;
}

/**
 * Refuses a session whose person has not proved their identity in the last ten minutes. For calls that give access to
 * an account or its money: a stolen cookie or an unattended browser must not be enough.
 *
 * @throws AppError `proof_required`
 */
export function requireFreshProof({ provedAt }: { provedAt: Date | null }): void {
  if (!provedAt || Date.now() - provedAt.getTime() > FRESH_MS)
    throw new AppError("proof_required", "Please confirm that it is you, by password or passkey.");
}

/**
 * Renews the proof of a session by password and, if it is set up, a second factor. Wrong entries count like those of a
 * known device. So strangers who guess at the account cannot prevent its person from proving their identity.
 *
 * @throws AppError `wrong_credentials`, `two_factor_required`, `two_factor_code_wrong`, `too_many_requests`
 */
export async function proveByPassword(
  session: ProvableSession,
  typed: { password: string; twoFactorCode?: string },
  ip: string,
): Promise<void> {
  const { email } = await db.user.findUniqueOrThrow({ where: { id: session.userId }, select: { email: true } });
  const visitor = { ip, device: `signed-in:${session.userId}` };
  await renewProof(session, (await signInByPassword({ email, ...typed }, visitor)).userId);
}

/**
 * Renews the proof of a session by one of the person's passkeys. The challenge is one for a sign-in.
 *
 * @throws AppError `passkey_refused`, `too_many_requests`
 */
export async function proveByPasskey(
  session: ProvableSession,
  response: z.output<typeof authenticationResponse>,
  ip: string,
): Promise<void> {
  // A sign-in challenge belongs to no supplier, so it is read cross-tenant.
  const { userId } = await crossTenant(() => finishPasskeySignIn(session.userId, response, ip));
  await renewProof(session, userId);
}

async function renewProof({ sessionId, userId }: ProvableSession, provedUserId: string): Promise<void> {
  if (provedUserId !== userId) throw new AppError("wrong_credentials");
  await db.session.updateMany({ where: { id: sessionId, userId }, data: { provedAt: new Date() } });
}
