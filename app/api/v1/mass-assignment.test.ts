import { expect, test } from "vitest";
import type { Schema } from "@/soak/fuzz/schema-values";
import { apiBodies } from "@/test/api-bodies";

/** Columns that a caller would like to set, and none of which any call takes unasked. */
const WISHES = {
  id: "cus_wished",
  customerId: "cus_wished",
  userId: "usr_wished",
  role: "owner",
  isAdmin: true,
  isPremium: true,
  passwordHash: "wished",
  verificationStatus: "successful",
  createdAt: "2020-01-01T00:00:00Z",
  memberships: { create: { role: "owner" } },
};

/** What browsers add to a passkey is theirs to name (WebAuthn extensions); nothing of it is kept. */
const OPEN = "clientExtensionResults";

/** The value with every wish in every object of it that has no field of that name. */
function withWishes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWishes);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, name === OPEN ? {} : withWishes(part)]);
  const own = Object.fromEntries(parts) as Record<string, unknown>;
  return { ...WISHES, ...own };
}

/** Names that the schema itself has, anywhere in it. */
function namesOf(schema: Schema): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (schema.items) parts.push(schema.items);
  const fields = Object.entries(schema.properties ?? {});
  return [...parts.flatMap(namesOf), ...fields.flatMap(([name, part]) => [name, ...namesOf(part)])];
}

function wishesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value).filter((name) => name in WISHES);
  return [...own, ...Object.values(value).flatMap(wishesIn)];
}

test.each(apiBodies)("$call takes its own fields and no other", ({ body, schema, samples }) => {
  const own = namesOf(schema);
  let taken = 0;
  for (const sample of samples()) {
    const parsed = body.safeParse(withWishes(sample));
    if (!parsed.success) continue;
    taken += 1;
    expect(wishesIn(parsed.data).filter((name) => !own.includes(name))).toEqual([]);
  }
  // What is refused proves nothing.
  expect(taken, "samples that are taken").toBeGreaterThan(0);
});

test("there are calls with bodies", () => {
  expect(apiBodies.length).toBeGreaterThan(15);
});
