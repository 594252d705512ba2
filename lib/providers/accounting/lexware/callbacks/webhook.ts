import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { sha256 } from "@/lib/core/crypto";
import { AppError } from "@/lib/core/web/errors";
import { callProvider } from "@/lib/core/web/http-client";
import { ProviderError } from "@/lib/core/web/provider-error";
import { wireEvent } from "@/lib/providers/accounting/lexware/books/wire";
import { lexwareError } from "@/lib/providers/accounting/lexware/errors";
import { jsonOf } from "@/lib/providers/reading";

export interface LexwareEvent {
  /** A hash of organisation, event type, resource and time, because Lexware sends no event id. */
  eventId: string;
  organisationId: string;
  type: string;
  resourceId: string;
  occurredAt: Date;
}

// Parsed: parsing the key takes longer than verifying a signature with it.
let cachedKey: { url: string; key: KeyObject; askedAgainAt: number } | undefined;
/** Minimum time between two additional fetches of the key, in milliseconds, however many forged signatures arrive. */
const ASK_AGAIN_MS = 60_000;

/**
 * Verifies `X-Lxo-Signature` (RSA-SHA512 over the raw bytes) and returns the event; undefined if the signature is
 * wrong. Caches the public key. On a mismatch it fetches the key once more, because Lexware may have changed it.
 *
 * @throws ProviderError if the key cannot be fetched: then the event's origin is unknown
 * @throws AppError `invalid_input` if the event is genuine but cannot be read
 */
export async function readLexwareWebhook(
  raw: Buffer,
  signature: string | null,
  publicKeyUrl: string,
): Promise<LexwareEvent | undefined> {
  if (!signature) return undefined;
  if (!(await isGenuine(raw, signature, publicKeyUrl))) return undefined;
  const parsed = wireEvent.safeParse(jsonOf(raw.toString("utf8")));
  if (!parsed.success) throw new AppError("invalid_input", "The event cannot be read.");
  const { organizationId, eventType, resourceId, eventDate } = parsed.data;
  return {
    eventId: sha256([organizationId, eventType, resourceId, eventDate].join("|")),
    organisationId: organizationId,
    type: eventType,
    resourceId,
    occurredAt: new Date(eventDate),
  };
}

async function isGenuine(raw: Buffer, signature: string, publicKeyUrl: string): Promise<boolean> {
  const cached = cachedKey?.url === publicKeyUrl ? cachedKey : undefined;
  if (!cached) return isSignedBy(raw, signature, await fetchKey(publicKeyUrl, 0));
  if (isSignedBy(raw, signature, cached.key)) return true;
  if (Date.now() - cached.askedAgainAt < ASK_AGAIN_MS) return false;
  cached.askedAgainAt = Date.now();
  return isSignedBy(raw, signature, await fetchKey(publicKeyUrl, cached.askedAgainAt));
}

function isSignedBy(raw: Buffer, signature: string, key: KeyObject): boolean {
  try {
    return verify("RSA-SHA512", raw, key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

async function fetchKey(url: string, askedAgainAt: number): Promise<KeyObject> {
  const { status, text: pem } = await callProvider("lexware", url, { method: "GET" }, 10_000);
  if (status < 200 || status >= 300) throw lexwareError(status, pem);
  const key = publicKeyIn(pem);
  if (!key) throw new ProviderError("network", "Lexware's public key cannot be read");
  cachedKey = { url, key, askedAgainAt };
  return key;
}

function publicKeyIn(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}
