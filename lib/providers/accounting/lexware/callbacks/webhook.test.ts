import { generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readLexwareWebhook } from "./webhook";

const pair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
const [ours, other] = [pair(), pair()];

const EVENT = {
  organizationId: "3f6c1b90-52d1-4d0c-8f36-0a4be0b7c1d2",
  eventType: "payment.changed",
  resourceId: "b8f1c2d4-1f0a-4a3f-8b7e-5d1a2f9c0e77",
  eventDate: "2026-09-10T14:03:22.417+02:00",
};
const raw = (event: object = EVENT) => Buffer.from(JSON.stringify(event));
const signed = (body: Buffer, key = ours.privateKey) => sign("RSA-SHA512", body, key).toString("base64");

let published = ours.publicKey;
let status = 200;
let fetches = 0;
let keyUrl = "";

beforeEach(() => {
  [published, status, fetches] = [ours.publicKey, 200, 0];
  // The module caches the last key by its address, so each test has an address of its own.
  keyUrl = `https://lexware.test/${Math.random()}/public_key.pub`;
  vi.stubGlobal("fetch", async () => {
    fetches += 1;
    return new Response(published, { status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a webhook of Lexware", () => {
  test("that is genuine becomes an event with a stable id", async () => {
    const event = await readLexwareWebhook(raw(), signed(raw()), keyUrl);
    expect(event).toMatchObject({
      organisationId: EVENT.organizationId,
      type: "payment.changed",
      resourceId: EVENT.resourceId,
      occurredAt: new Date("2026-09-10T12:03:22.417Z"),
    });
    expect(event?.eventId).toMatch(/^[0-9a-f]{64}$/);
    expect((await readLexwareWebhook(raw(), signed(raw()), keyUrl))?.eventId).toBe(event?.eventId);
    const later = raw({ ...EVENT, eventDate: "2026-09-10T14:03:22.418+02:00" });
    expect((await readLexwareWebhook(later, signed(later), keyUrl))?.eventId).not.toBe(event?.eventId);
  });

  test("is verified with a public key that is fetched only once", async () => {
    await readLexwareWebhook(raw(), signed(raw()), keyUrl);
    await readLexwareWebhook(raw(), signed(raw()), keyUrl);
    expect(fetches).toBe(1);
  });

  test("is verified with a new key of the vendor automatically", async () => {
    await readLexwareWebhook(raw(), signed(raw()), keyUrl);
    published = other.publicKey;
    expect(await readLexwareWebhook(raw(), signed(raw(), other.privateKey), keyUrl)).toBeDefined();
    expect(fetches).toBe(2);
  });

  test.each([
    [500, "oops", "unavailable"],
    [502, "<html>Bad Gateway</html>", "unavailable"],
    [429, "{}", "rate_limited"],
    [200, ours.publicKey.slice(0, 200), "network"],
  ])("can be read on retry after the key could not be fetched (%i)", async (answered, text, kind) => {
    [status, published] = [answered, text];
    const read = () => readLexwareWebhook(raw(), signed(raw()), keyUrl);
    await expect(read()).rejects.toMatchObject({ kind, isRetryable: true });
    [status, published] = [200, ours.publicKey];
    expect(await read()).toBeDefined();
  });

  test("with a forged signature, sent repeatedly, makes us fetch the key only once more", async () => {
    await readLexwareWebhook(raw(), signed(raw()), keyUrl);
    for (let i = 0; i < 20; i += 1)
      expect(await readLexwareWebhook(raw(), signed(raw(), other.privateKey), keyUrl)).toBeUndefined();
    expect(fetches).toBe(2);
    expect(await readLexwareWebhook(raw(), signed(raw()), keyUrl)).toBeDefined();
  });

  test("signed with another key is rejected", async () => {
    expect(await readLexwareWebhook(raw(), signed(raw(), other.privateKey), keyUrl)).toBeUndefined();
  });

  test("changed after signing, even by a space, is rejected", async () => {
    const spaced = Buffer.from(JSON.stringify(EVENT, null, 1));
    expect(await readLexwareWebhook(spaced, signed(raw()), keyUrl)).toBeUndefined();
  });

  test.each([null, "", "not base64 at all", "AAAA"])("with the signature %j is rejected", async (signature) => {
    expect(await readLexwareWebhook(raw(), signature, keyUrl)).toBeUndefined();
  });

  test.each([
    ...[raw({ hello: "world" }), Buffer.from("{")],
    // A year without exactly four digits cannot be stored.
    ...["some day", "+275760-09-13T00:00:00Z", "0000-01-01T00:00:00Z"].map((eventDate) => raw({ ...EVENT, eventDate })),
  ])("that is signed but has an unknown format is invalid input: %s", async (body) => {
    await expect(readLexwareWebhook(body, signed(body), keyUrl)).rejects.toMatchObject({ code: "invalid_input" });
  });
});

test("only a signature over these bytes is accepted, and a signed body is an event or invalid input", async () => {
  const forged = fc.oneof(
    fc.string(),
    fc.uint8Array({ minLength: 256, maxLength: 256 }).map((bytes) => Buffer.from(bytes).toString("base64")),
  );
  await fc.assert(
    fc.asyncProperty(forged, async (signature) => {
      expect(await readLexwareWebhook(raw(), signature, keyUrl)).toBeUndefined();
    }),
  );
  const bent = fc.record({
    organizationId: fc.anything(),
    eventType: fc.string(),
    resourceId: fc.string(),
    eventDate: fc.string(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        bent.map((event) => JSON.stringify({ ...EVENT, ...event })),
      ),
      async (text) => {
        const body = Buffer.from(text);
        const event = await readLexwareWebhook(body, signed(body), keyUrl).catch((error: unknown) => {
          expect(error).toMatchObject({ code: "invalid_input" });
          return undefined;
        });
        if (event) expect(event.occurredAt.getTime()).not.toBeNaN();
      },
    ),
  );
});
