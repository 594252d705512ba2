import { expect, test } from "vitest";
import type { Schema } from "@/soak/fuzz/schema-values";
import { apiBodies } from "@/test/api-bodies";

/** Columns that an attacker would like to set; no call accepts one that it does not declare. */
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

/** Browsers choose what they add to a passkey here (WebAuthn extensions); nothing of it is stored. */
const OPEN = "clientExtensionResults";

/** Returns the value with these columns added to every object in it that has no field of the same name. */
function withWishes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWishes);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, name === OPEN ? {} : withWishes(part)]);
  const own = Object.fromEntries(parts) as Record<string, unknown>;
  return { ...WISHES, ...own };
}

/** Returns all field names of the schema, at any depth. */
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

test.each(apiBodies)("$call accepts its own fields and no others", ({ body, schema, samples }) => {
  const own = namesOf(schema);
  let taken = 0;
  for (const sample of samples()) {
    const parsed = body.safeParse(withWishes(sample));
    if (!parsed.success) continue;
    taken += 1;
    expect(wishesIn(parsed.data).filter((name) => !own.includes(name))).toEqual([]);
  }
  // A sample that is refused proves nothing.
  expect(taken, "samples that are taken").toBeGreaterThan(0);
});

test("the API description contains at least 16 calls with bodies", () => {
  expect(apiBodies.length).toBeGreaterThan(15);
});
