import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialHint,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { z } from "zod";
import { countTry } from "@/lib/auth/limits/limits";
import type { SignedIn } from "@/lib/auth/sessions/sessions";
import { brand } from "@/lib/core/brand";
import { sign } from "@/lib/core/crypto";
import { db, isUniqueViolation } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/formats/ids";
import { plainEmail } from "@/lib/core/formats/mail-address";
import type { Passkey } from "@/lib/core/prisma/client";
import { addLogContext, log } from "@/lib/core/telemetry/log";
import { AppError } from "@/lib/core/web/errors";

const CEREMONY_SECONDS = 300;
/** Browsers first offer the passkey of this device or its keychain, then that of a phone nearby, then others. */
const HINTS: PublicKeyCredentialHint[] = ["client-device", "hybrid"];
const MAX_PASSKEYS = 20;
const COUNTED_BACK =
  "The counter of this passkey ran backwards: its key may have been copied. Delete it and add a new one.";

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(8_000);
const credential = { id: base64url, rawId: base64url, type: z.literal("public-key") };
const extensions = z.record(z.string(), z.unknown()).default({});

/** The answer of `startRegistration()` of @simplewebauthn/browser. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
  clientExtensionResults: extensions,
  authenticatorAttachment: z.string().max(20).optional(),
});

/** The answer of `startAuthentication()` of @simplewebauthn/browser. */
export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
  clientExtensionResults: extensions,
  authenticatorAttachment: z.string().max(20).optional(),
});

/** Options for a new passkey (PublicKeyCredentialCreationOptionsJSON). */
export const creationOptions = z.looseObject({
  challenge: z.string(),
  timeout: z.number().int(),
  hints: z.array(z.string()),
  extensions: z.record(z.string(), z.unknown()),
});

/** Options to sign in with a passkey (PublicKeyCredentialRequestOptionsJSON), and the id to send with the answer. */
export const requestOptions = creationOptions.extend({ userVerification: z.string(), userId: z.string() });

/** Adds the fields that clients read, where the library omits them or has them empty. */
function carrying<T extends { extensions?: object }>(made: T) {
  return { ...made, hints: HINTS, timeout: CEREMONY_SECONDS * 1_000, extensions: { ...made.extensions } };
}

/** Returns our host, to which every passkey belongs, and our origin. */
function relyingParty(): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(env().APP_URL);
  return { rpID: hostname, origin };
}

/**
 * Returns the options for a new passkey. It is stored on the device or in the person's keychain, and asks for finger,
 * face or PIN. So it suffices to sign in, also on a second device.
 */
export async function startPasskeyRegistration(user: { id: string; email: string; name: string }) {
  const known = await db.passkey.findMany({ where: { userId: user.id }, select: { credentialId: true } });
  if (known.length >= MAX_PASSKEYS) throw new AppError("conflict", `At most ${MAX_PASSKEYS} passkeys.`);
  const made = await generateRegistrationOptions({
    rpName: brand.name,
    rpID: relyingParty().rpID,
    // WebAuthn allows 1 to 64 bytes; our ids have 30.
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: "none",
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await openCeremony(made.challenge, "registration", user.id);
  return carrying(made);
}

/**
 * Verifies and stores a new passkey.
 *
 * @throws AppError `passkey_refused`, `passkey_known`
 */
export async function finishPasskeyRegistration(
  userId: string,
  response: z.output<typeof registrationResponse>,
  name: string,
): Promise<Passkey> {
  const expectedChallenge = await closeCeremony(response.response.clientDataJSON, "registration", userId);
  const { rpID, origin } = relyingParty();
  const answer = response as RegistrationResponseJSON;
  const result = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch(refuse);
  if (!result.verified || !result.registrationInfo) throw new AppError("passkey_refused");
  const { credential: made, credentialBackedUp } = result.registrationInfo;
  try {
    return await db.passkey.create({
      data: {
        id: newId("passkey"),
        userId,
        credentialId: made.id,
        publicKey: Buffer.from(made.publicKey).toString("base64url"),
        counter: made.counter,
        transports: made.transports ?? [],
        name,
        isSynced: credentialBackedUp,
      },
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("passkey_known", "This passkey is registered already.");
    throw error;
  }
}

/**
 * Returns the options to sign in. They depend on the address alone, and nothing is read about it. So the answer and its
 * duration are the same for registered and unknown addresses. The device finds our passkeys without a list. Without an
 * address (autofill), the passkey names the person.
 *
 * @returns the options, and a handle for the address, which is sent with the passkey's answer; it is not a person's id
 */
export async function startPasskeySignIn(email: string | undefined, ip: string) {
  await countTry("passkeyStart", ip);
  const made = await generateAuthenticationOptions({
    rpID: relyingParty().rpID,
    userVerification: "required",
  });
  const options = { ...carrying(made), userVerification: "required" as const };
  await openCeremony(options.challenge, "sign-in", null);
  return { options, userId: handleOf(plainEmail(email ?? "")) };
}

/** Returns the handle of an address, always the same. Nobody can tell from it whether the address is registered. */
function handleOf(email: string): string {
  return sign("passkey-handle", email);
}

/**
 * Signs a person in by the answer of their passkey.
 *
 * @param named whose passkey it must be: the handle from `startPasskeySignIn`, or the person's id, which only their own
 *   passkey reveals
 * @throws AppError `passkey_refused` if anything does not match; `too_many_requests`
 */
export async function finishPasskeySignIn(
  named: string,
  response: z.output<typeof authenticationResponse>,
  ip: string,
): Promise<SignedIn> {
  await countTry("passkeyFinish", ip);
  const expectedChallenge = await closeCeremony(response.response.clientDataJSON, "sign-in", null);
  const passkey = await db.passkey.findUnique({
    where: { credentialId: response.id },
    include: { user: { include: { memberships: { orderBy: { createdAt: "asc" }, take: 1 } } } },
  });
  const customerId = passkey?.user.memberships[0]?.customerId;
  const handle = Buffer.from(response.response.userHandle ?? "", "base64url").toString("utf8");
  if (passkey) addLogContext({ userId: passkey.userId });
  if (!passkey || !customerId || (handle && handle !== passkey.userId)) throw new AppError("passkey_refused");
  const { email, name } = passkey.user;
  if (named !== handleOf(email) && named !== passkey.userId) throw new AppError("passkey_refused");
  const { rpID, origin } = relyingParty();
  const result = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      // A synced passkey is used on several devices, each of which may have its own counter (decision 061).
      counter: passkey.isSynced ? 0 : Number(passkey.counter),
    },
  }).catch(refuse);
  if (!result.verified) throw new AppError("passkey_refused");
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  // If a cloned authenticator answers twice at once, the second update finds a changed counter.
  const used = await db.passkey.updateMany({
    where: { id: passkey.id, ...(passkey.isSynced ? {} : { counter: passkey.counter }) },
    data: { counter: newCounter, isSynced: credentialBackedUp, lastUsedAt: new Date() },
  });
  if (used.count === 0) throw new AppError("passkey_refused");
  return { userId: passkey.userId, email, name, customerId, hasSecondFactor: true, provedAt: new Date() };
}

async function openCeremony(challenge: string, kind: string, userId: string | null): Promise<void> {
  const expiresAt = new Date(Date.now() + CEREMONY_SECONDS * 1_000);
  await db.ceremony.create({ data: { challenge, kind, userId, expiresAt } });
}

/** Deletes the open challenge that an answer names, and returns it. */
async function closeCeremony(clientDataJson: string, kind: string, userId: string | null): Promise<string> {
  const challenge = challengeOf(clientDataJson);
  const expiresAt = { gt: new Date() };
  const closed = await db.ceremony.deleteMany({ where: { challenge, kind, userId, expiresAt } });
  if (closed.count === 0) throw new AppError("passkey_refused", "The challenge is unknown, used or expired.");
  return challenge;
}

function challengeOf(clientDataJson: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8")) as { challenge?: unknown };
    return typeof data.challenge === "string" ? data.challenge : "";
  } catch {
    return "";
  }
}

function refuse(error: unknown): never {
  const reason = error instanceof Error ? error.message : "unknown";
  log.info({ reason }, "passkey refused");
  throw new AppError("passkey_refused", /counter value/.test(reason) ? COUNTED_BACK : undefined);
}
