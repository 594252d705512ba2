import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/formats/ids";
import {
  addressToken,
  invitationToken,
  readAddressToken,
  readInvitationToken,
  readResetToken,
  resetToken,
} from "./link-tokens";

const reset = newId("reset");
const address = newId("addressLink");
const invitation = { customerId: newId("customer"), id: newId("invitation") };

/** A token as mails had it before their links became short. */
async function oldToken(audience: string, subject: string, claims: Record<string, string> = {}): Promise<string> {
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(subject)
    .setAudience(audience)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(env().AUTH_SECRET));
}

const KINDS = [
  { name: "to a new password", token: resetToken(reset), named: reset, read: readResetToken },
  { name: "about an address", token: addressToken(address), named: address, read: readAddressToken },
  { name: "of an invitation", token: invitationToken(invitation), named: invitation, read: readInvitationToken },
];

describe.each(KINDS)("the token in a link $name", ({ token, named, read }) => {
  test("names its row", async () => {
    expect(await read(token)).toEqual(named);
  });

  test("is short, and safe in an address", () => {
    expect(token).toMatch(/^[\w-]{48,75}$/);
  });

  test("is accepted only as its own kind", async () => {
    for (const other of KINDS) if (other.read !== read) expect(await other.read(token)).toBeUndefined();
  });

  test.each([
    ["with a changed id", () => (token.startsWith("0") ? "1" : "0") + token.slice(1)],
    ["with a changed signature", () => token.slice(0, -1) + (token.endsWith("A") ? "B" : "A")],
    ["with another sign at its end", () => `${token}x`],
    ["without its signature", () => token.slice(0, -22)],
    ["without an id", () => token.slice(-22)],
    ["that is empty", () => ""],
    ["that only looks like an old one", () => "a.b.c"],
  ])("%s is refused", async (_what, changed) => {
    expect(await read(changed())).toBeUndefined();
  });
});

test("links in mails sent before they became short still work", async () => {
  expect(await readResetToken(await oldToken("einzug-reset", reset))).toBe(reset);
  expect(await readAddressToken(await oldToken("einzug-address", address))).toBe(address);
  const { customerId, id } = invitation;
  expect(await readInvitationToken(await oldToken("einzug-invitation", id, { customerId }))).toEqual(invitation);
  expect(await readInvitationToken(await oldToken("einzug-invitation", id))).toBeUndefined();
  expect(await readResetToken(await oldToken("einzug-address", address))).toBeUndefined();
});
