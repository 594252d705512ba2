import { afterEach, describe, expect, test, vi } from "vitest";
import { testEnvironment } from "@/test/test-environment";

const K1 = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const K2 = `k2:${Buffer.alloc(32, 2).toString("base64")}`;
const PLACE = "connections/cus_1/LEXOFFICE/access";

/** Loads the module with other keys, as after a restart with a changed environment. */
async function cryptoWith(changes: Record<string, string>) {
  vi.resetModules();
  Object.assign(process.env, testEnvironment(), changes);
  return await import("./crypto");
}

afterEach(() => {
  Object.assign(process.env, testEnvironment());
});

describe("a sealed secret", () => {
  test("decrypts at its place, and encrypting the same text twice gives different results", async () => {
    const { encrypt, decrypt } = await cryptoWith({ ENCRYPTION_KEYS: K1 });
    const sealed = encrypt("tökén", PLACE);
    expect(decrypt(sealed, PLACE)).toBe("tökén");
    expect(encrypt("tökén", PLACE)).not.toBe(sealed);
    expect(sealed).not.toContain("tökén");
    expect(decrypt(encrypt("", PLACE), PLACE)).toBe("");
  });

  test("is standard AES-256-GCM with an initialisation vector that never repeats", async () => {
    const { encrypt } = await cryptoWith({ ENCRYPTION_KEYS: K1 });
    const [, iv, tag, data] = encrypt("tökén", PLACE)
      .split(".")
      .map((part) => Uint8Array.from(Buffer.from(part, "base64url")));
    const key = await crypto.subtle.importKey("raw", new Uint8Array(32).fill(1), "AES-GCM", false, ["decrypt"]);
    const algorithm = { name: "AES-GCM", iv: iv ?? new Uint8Array(), additionalData: Buffer.from(PLACE) };
    const sealed = Buffer.concat([data ?? new Uint8Array(), tag ?? new Uint8Array()]);
    expect(Buffer.from(await crypto.subtle.decrypt(algorithm, key, sealed)).toString()).toBe("tökén");
    const numbers = Array.from({ length: 1_000 }, () => encrypt("", PLACE).split(".")[1]);
    expect(new Set(numbers).size).toBe(1_000);
    expect(iv).toHaveLength(12);
  });

  test("does not decrypt at another place", async () => {
    const { encrypt, decrypt } = await cryptoWith({ ENCRYPTION_KEYS: K1 });
    const sealed = encrypt("token", PLACE);
    expect(() => decrypt(sealed, PLACE.replace("cus_1", "cus_2"))).toThrow();
    expect(() => decrypt(sealed, PLACE.replace("access", "refresh"))).toThrow();
  });

  test.each([1, 2, 3])("does not decrypt after part %i was changed", async (part) => {
    const { encrypt, decrypt } = await cryptoWith({ ENCRYPTION_KEYS: K1 });
    const parts = encrypt("token", PLACE).split(".");
    const bytes = Buffer.from(parts[part] ?? "", "base64url");
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    parts[part] = bytes.toString("base64url");
    expect(() => decrypt(parts.join("."), PLACE)).toThrow();
  });

  test.each(["", "k1", "k1.a.b", "nothing at all", "k9.AAAA.AAAA.AAAA"])("is refused if it is %j", async (sealed) => {
    const { decrypt } = await cryptoWith({ ENCRYPTION_KEYS: K1 });
    expect(() => decrypt(sealed, PLACE)).toThrow("unknown key or format");
  });

  test("still decrypts after a key rotation while its key is listed, and reports that it needs rotation", async () => {
    const before = await cryptoWith({ ENCRYPTION_KEYS: K1 });
    const sealed = before.encrypt("token", PLACE);
    expect(before.needsRotation(sealed)).toBe(false);

    const after = await cryptoWith({ ENCRYPTION_KEYS: `${K2},${K1}` });
    expect(after.decrypt(sealed, PLACE)).toBe("token");
    expect(after.needsRotation(sealed)).toBe(true);
    expect(after.needsRotation(after.encrypt("token", PLACE))).toBe(false);

    const gone = await cryptoWith({ ENCRYPTION_KEYS: K2 });
    expect(() => gone.decrypt(sealed, PLACE)).toThrow("unknown key");
  });

  test("does not decrypt with another key of the same name", async () => {
    const sealed = (await cryptoWith({ ENCRYPTION_KEYS: K1 })).encrypt("token", PLACE);
    const { decrypt } = await cryptoWith({ ENCRYPTION_KEYS: K2.replace("k2:", "k1:") });
    expect(() => decrypt(sealed, PLACE)).toThrow();
  });
});

describe("signatures", () => {
  test("depend on text, purpose and secret", async () => {
    const { sign } = await cryptoWith({});
    const signature = sign("payer-link", "text");
    expect(sign("payer-link", "text")).toBe(signature);
    expect(sign("payer-link", "text2")).not.toBe(signature);
    expect(sign("other", "text")).not.toBe(signature);
    const other = await cryptoWith({ AUTH_SECRET: "another-secret-that-is-also-long-enough" });
    expect(other.sign("payer-link", "text")).not.toBe(signature);
  });

  test("are standard HMAC-SHA256 with a key derived for the purpose", async () => {
    const { sign } = await cryptoWith({});
    const hmac = async (key: ArrayBuffer, text: string) => {
      const algorithm = { name: "HMAC", hash: "SHA-256" };
      const made = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
      return await crypto.subtle.sign("HMAC", made, Buffer.from(text));
    };
    const secret = Uint8Array.from(Buffer.from(testEnvironment().AUTH_SECRET ?? "")).buffer;
    const ofPurpose = await hmac(secret, "einzug:payer-link");
    expect(sign("payer-link", "text")).toBe(Buffer.from(await hmac(ofPurpose, "text")).toString("base64url"));
  });

  test("are compared as whole texts, and tokens and hashes have the documented form", async () => {
    const { isEqual, randomToken, sha256 } = await cryptoWith({});
    expect(isEqual("abc", "abc")).toBe(true);
    expect(isEqual("abc", "abd")).toBe(false);
    expect(isEqual("abc", "abcd")).toBe(false);
    expect(isEqual("", "")).toBe(true);
    expect(randomToken()).toMatch(/^[\w-]{43}$/);
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
