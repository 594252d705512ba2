import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "./env";

/**
 * Encrypts a secret for one place in the database, with AES-256-GCM. Returns `keyId.iv.tag.data`. The place (customer
 * and column) is additional authenticated data, so a value copied to another row does not decrypt.
 */
export function encrypt(plain: string, place: string): string {
  const [keyId, key] = keys()[0] as [string, Buffer];
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.from(place));
  const data = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return [keyId, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString("base64url"))].join(".");
}

/**
 * Decrypts a value of `encrypt`.
 *
 * @throws Error if the value was encrypted for another place or with an unknown key, or was changed
 */
export function decrypt(sealed: string, place: string): string {
  const [keyId, iv, tag, data] = sealed.split(".");
  const key = keys().find(([id]) => id === keyId)?.[1];
  if (!key || !iv || !tag || data === undefined) throw new Error("encrypted value has an unknown key or format");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(Buffer.from(tag, "base64url"));
  return Buffer.concat([decipher.update(Buffer.from(data, "base64url")), decipher.final()]).toString("utf8");
}

/**
 * Encrypts bytes for one place in the database, as `encrypt` does texts. Returns the length of the key's id in one byte,
 * the id, 12 bytes of iv, 16 of tag, and the data.
 */
export function encryptBytes(plain: Uint8Array, place: string): Buffer<ArrayBuffer> {
  const [keyId, key] = keys()[0] as [string, Buffer];
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.from(place));
  const data = [cipher.update(plain), cipher.final()];
  return Buffer.concat([Buffer.from([keyId.length]), Buffer.from(keyId), iv, cipher.getAuthTag(), ...data]);
}

/**
 * Decrypts bytes of `encryptBytes`.
 *
 * @throws Error if they were encrypted for another place or with an unknown key, or were changed
 */
export function decryptBytes(sealed: Uint8Array, place: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(sealed);
  const start = 1 + (bytes[0] ?? 0);
  const key = keys().find(([id]) => id === keyIdOf(bytes))?.[1];
  if (!key || bytes.length < start + 28) throw new Error("encrypted value has an unknown key or format");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(start, start + 12));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(start + 12, start + 28));
  return Buffer.concat([decipher.update(bytes.subarray(start + 28)), decipher.final()]);
}

function keyIdOf(sealed: Buffer): string {
  return sealed.subarray(1, 1 + (sealed[0] ?? 0)).toString();
}

/** Returns the beginning of all values of `encryptBytes` with the newest key. */
export function newestKeyPrefix(): Buffer<ArrayBuffer> {
  const [keyId] = keys()[0] as [string, Buffer];
  return Buffer.concat([Buffer.from([keyId.length]), Buffer.from(keyId)]);
}

/** True if the value was not encrypted with the newest key. */
export function needsRotation(sealed: string): boolean {
  return !sealed.startsWith(`${keys()[0]?.[0]}.`);
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns 32 random bytes, URL-safe. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the HMAC-SHA256 of a text under a key derived for the purpose, URL-safe. */
export function sign(purpose: string, text: string): string {
  const key = createHmac("sha256", env().AUTH_SECRET).update(`einzug:${purpose}`).digest();
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** 132 bits of a signature. */
const SHORT_SIGNATURE = 22;

/** Returns a text with a short signature at its end, URL-safe if the text is: for links in mails. */
export function withSignature(purpose: string, text: string): string {
  return text + sign(purpose, text).slice(0, SHORT_SIGNATURE);
}

/** Returns the text before a short signature, or undefined if the text is empty or the signature not ours. */
export function withoutSignature(purpose: string, signed: string): string | undefined {
  const text = signed.slice(0, -SHORT_SIGNATURE);
  const isOurs = isEqual(signed, withSignature(purpose, text));
  return text && isOurs ? text : undefined;
}

export function isEqual(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function keys(): [string, Buffer][] {
  return env()
    .ENCRYPTION_KEYS.split(",")
    .map((pair) => {
      const [id = "", base64 = ""] = pair.split(":");
      return [id, Buffer.from(base64, "base64")];
    });
}
