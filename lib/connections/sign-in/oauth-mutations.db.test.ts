import { describe, expect, test } from "vitest";
import { decrypt, sha256 } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { codeChallenge } from "@/lib/core/web/pkce";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { connectedSupplier } from "@/test/supplier-data";
import { completeConnection, startConnection } from "./oauth-provider";

const [supplier, other] = [await seedSupplier(), await seedSupplier()];

async function begin(type: "LEXOFFICE" | "GOCARDLESS" = "LEXOFFICE", from = supplier) {
  const url = new URL(await startConnection({ ...from, role: "owner", provedAt: null }, type));
  const state = url.searchParams.get("state") ?? "";
  const attempt = await db.oauthAttempt.findUniqueOrThrow({ where: { stateHash: sha256(state) } });
  return { url, state, attempt };
}

const finish = (
  state: string,
  caller: Parameters<typeof completeConnection>[0] = supplier,
  type: "LEXOFFICE" | "GOCARDLESS" = "LEXOFFICE",
) => completeConnection(caller, type, { code: "code", state });
/** There is no vendor in these tests: a network error shows that the state was accepted. */
const LET_THROUGH = { kind: "network" };
const REFUSED = { code: "oauth_state_invalid", fields: [{ field: "state" }] };

describe("a sign-in that was started", () => {
  test("stores none of its secrets in plain text", async () => {
    const { url, state, attempt } = await begin();
    expect(JSON.stringify(attempt)).not.toContain(state);
    const verifier = decrypt(attempt.codeVerifier, `oauth/${attempt.stateHash}`);
    expect(url.searchParams.get("code_challenge")).toBe(codeChallenge(verifier));
    expect(JSON.stringify(attempt)).not.toContain(verifier);
  });

  test("can be finished once", async () => {
    const { state } = await begin();
    await expect(finish(state)).rejects.toMatchObject(LET_THROUGH);
    await expect(finish(state)).rejects.toMatchObject(REFUSED);
  });

  test("can be finished once, also by concurrent requests", async () => {
    const { state } = await begin();
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => finish(state)));
    const reasons = results.map(
      (result) => (result as PromiseRejectedResult).reason as { kind?: string; code?: string },
    );
    expect(reasons.filter((reason) => reason.kind === "network")).toHaveLength(1);
    expect(reasons.filter((reason) => reason.code === "oauth_state_invalid")).toHaveLength(5);
  });

  test("cannot be finished by another person, for another supplier, or for another vendor", async () => {
    const { state } = await begin();
    await expect(finish(state, other)).rejects.toMatchObject(REFUSED);
    await expect(finish(state, { ...supplier, customerId: other.customerId })).rejects.toMatchObject(REFUSED);
    await expect(finish(state, { ...supplier, actor: other.actor })).rejects.toMatchObject(REFUSED);
    await expect(finish(state, supplier, "GOCARDLESS")).rejects.toMatchObject(REFUSED);
    // None of these attempts has used it up.
    await expect(finish(state)).rejects.toMatchObject(LET_THROUGH);
  });

  test("cannot be finished after it has expired, or without being started", async () => {
    const { state, attempt } = await begin("GOCARDLESS");
    await db.oauthAttempt.update({
      where: { stateHash: attempt.stateHash },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    await expect(finish(state, supplier, "GOCARDLESS")).rejects.toMatchObject(REFUSED);
    await expect(finish("made-up")).rejects.toMatchObject(REFUSED);
    await expect(finish("")).rejects.toMatchObject(REFUSED);
  });
});

describe("GoCardless, which pays out the money", () => {
  const ask = async (role: "owner" | "member" | "read_only", provedAt: Date | null, connected = true) => {
    const { customerId, userId } = connected ? await connectedSupplier() : await seedSupplier();
    const url = new URL(await startConnection({ customerId, userId, role, provedAt }, "GOCARDLESS"));
    const stateHash = sha256(url.searchParams.get("state") ?? "");
    return (await db.oauthAttempt.findUniqueOrThrow({ where: { stateHash } })).isProven;
  };

  test("is connected by owners only", async () => {
    for (const role of ["member", "read_only"] as const)
      for (const connected of [true, false])
        await expect(ask(role, new Date(), connected)).rejects.toMatchObject({ code: "forbidden" });
    expect(await ask("owner", null, false)).toBe(false);
  });

  test("is connected again only after a fresh proof, which is stored with the sign-in", async () => {
    await expect(ask("owner", null)).rejects.toMatchObject({ code: "proof_required" });
    const longAgo = new Date(Date.now() - 3_600_000);
    await expect(ask("owner", longAgo)).rejects.toMatchObject({ code: "proof_required" });
    expect(await ask("owner", new Date())).toBe(true);
  });
});
