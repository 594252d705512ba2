import type { CustomerId } from "@/lib/auth/scope";
import { decrypt, encrypt, randomToken, sha256 } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import type { Actor } from "@/lib/core/telemetry/audit";
import { fieldRefusal } from "@/lib/core/web/errors";
import type { Connectable } from "@/lib/vendors/types";

const ATTEMPT_MS = 15 * 60_000;

/** Stores that a sign-in begins. The answer must bring the state, once, and from the same person. */
export async function beginAttempt(
  customerId: CustomerId,
  userId: string,
  type: Connectable,
  isProven = false,
): Promise<{ state: string; verifier: string }> {
  const state = randomToken();
  const verifier = randomToken();
  const stateHash = sha256(state);
  await db.oauthAttempt.create({
    data: {
      stateHash,
      customerId,
      userId,
      type,
      codeVerifier: encrypt(verifier, `oauth/${stateHash}`),
      isProven,
      expiresAt: new Date(Date.now() + ATTEMPT_MS),
    },
  });
  return { state, verifier };
}

/**
 * Uses up a sign-in that was begun here. Returns its verifier, and whether the person had proved who they are.
 *
 * @throws AppError `oauth_state_invalid`
 */
export async function consumeAttempt(
  caller: { customerId: CustomerId; actor: Actor },
  type: Connectable,
  state: string,
): Promise<{ verifier: string; isProven: boolean }> {
  const stateHash = sha256(state);
  const used = await db.oauthAttempt.updateMany({
    where: {
      stateHash,
      type,
      customerId: caller.customerId,
      userId: caller.actor.userId,
      usedAt: null,
      expiresAt: { gt: new Date() },
    },
    data: { usedAt: new Date() },
  });
  if (used.count === 0)
    throw fieldRefusal("oauth_state_invalid", "The sign-in was not begun here, or is over.", "state");
  const attempt = await db.oauthAttempt.findUniqueOrThrow({ where: { stateHash } });
  return { verifier: decrypt(attempt.codeVerifier, `oauth/${stateHash}`), isProven: attempt.isProven };
}
