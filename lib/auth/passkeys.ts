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
import { brand } from "@/lib/core/brand";
import { sign } from "@/lib/core/crypto";
import { db, isUniqueViolation } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { addLogContext, log } from "@/lib/core/log";
import { plainEmail } from "@/lib/core/mail-address";
import type { Passkey } from "@/lib/core/prisma/client";
import { countTry } from "./limits";
import type { SignedIn } from "./sessions";

const CEREMONY_SECONDS = 300;
/** What browsers offer first: the passkey of this device or its keychain, then that of a phone nearby. They offer others, too. */
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

/** What `startRegistration()` of @simplewebauthn/browser gives. */
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

/** What `startAuthentication()` of @simplewebauthn/browser gives. */
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

/** Options to sign in with a passkey (PublicKeyCredentialRequestOptionsJSON), and the id to answer to. */
export const requestOptions = creationOptions.extend({ userVerification: z.string(), userId: z.string() });

/** Clients read these fields, also where the library leaves them empty or out. */
function carrying<T extends { extensions?: object }>(made: T) {
  return { ...made, hints: HINTS, timeout: CEREMONY_SECONDS * 1_000, extensions: { ...made.extensions } };
}

/** A passkey belongs to this host. */
function relyingParty(): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(env().APP_URL);
  return { rpID: hostname, origin };
}

/**
 * Options for a new passkey: one that lives on the device or in the person's keychain and asks for finger, face or
 * PIN, so that it signs in alone, also on a second device.
 */
export async function startPasskeyRegistration(user: { id: string; email: string; name: string }) {
  const known = await db.passkey.findMany({ where: { userId: user.id }, select: { credentialId: true } });
  if (known.length >= MAX_PASSKEYS) throw new AppError("conflict", `At most ${MAX_PASSKEYS} passkeys.`);
  const made = await generateRegistrationOptions({
    rpName: brand.name,
    rpID: relyingParty().rpID,
    // 1 to 64 bytes by WebAuthn; our ids have 30.
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

/** @throws AppError `passkey_refused`, `passkey_known` */
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
 * Options to sign in. The answer is made from the address alone, without a look at who has registered it, so it is the same
 * for everybody and takes the same time. The device finds our passkeys without a list of them. Without an address
 * (autofill) the passkey says whose it is.
 *
 * @returns the options, and a name for the address, which the answer of the passkey is sent with; it is no id of a person
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

/** Always the same for an address, and nobody can tell from it whether the address is registered. */
function handleOf(email: string): string {
  return sign("passkey-handle", email);
}

/**
 * @param named whose passkey it must be: the name that `startPasskeySignIn` gave for the address, or the person's id, which
 *   only their own passkey tells
 * @throws AppError `passkey_refused` for whatever does not fit together; `too_many_requests`
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
      // A synced passkey lives on several devices, each of which may count by itself (decision 061).
      counter: passkey.isSynced ? 0 : Number(passkey.counter),
    },
  }).catch(refuse);
  if (!result.verified) throw new AppError("passkey_refused");
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  // Two answers of a cloned authenticator at once: the second finds a counter that is no longer smaller.
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

/** Takes the challenge that an answer names out of the waiting ones. */
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
