import { expect, test, vi } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { makeKey } from "@/lib/accounts/keys/mutations";
import { db } from "@/lib/core/database/db";
import { writeAudit } from "@/lib/core/telemetry/audit";
import { withTenantScope } from "@/lib/core/tenants/tenant-scope";
import { AppError } from "@/lib/core/web/errors";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { type Access, requireApiCaller, requireCaller, requireSameOrigin } from "./access";
import { callsOf } from "./openapi";

const sent = vi.hoisted(() => ({ headers: {} as Record<string, string> }));

vi.mock("next/headers", () => ({
  headers: async () => new Headers(sent.headers),
  cookies: async () => ({ get: () => undefined }),
}));

/**
 * The scope that an API key needs for each call of the documented API that needs a sign-in. `never` are the calls about
 * a person and how they sign in, and the steps of a sign-in at a vendor. A new call needs a line here.
 */
const TABLE: Record<"read" | "write" | "never", string[]> = {
  read: [
    "GET customers/{customerId}",
    "GET customers/{customerId}/billing-contact",
    "GET customers/{customerId}/contract/current",
    "GET customers/{customerId}/e-invoices",
    "GET customers/{customerId}/e-invoices/{id}",
    "GET customers/{customerId}/email-templates/{tab}/{language}",
    "GET customers/{customerId}/payment-method",
    "GET customers/{customerId}/pulse",
    "GET customers/{customerId}/sevdesk/connection",
    "GET customers/{customerId}/statistics",
    "GET customers/{customerId}/status",
    "GET customers/{customerId}/status/matching",
    "GET customers/{customerId}/stripe/invoices",
    "GET gocardless/{customerId}/flows",
    "GET gocardless/{customerId}/payouts",
    "GET lexoffice/core/{customerId}/contacts/mandates",
    "GET lexoffice/core/{customerId}/paymentCondition/list",
    "GET lexoffice/core/{customerId}/v2/paymentCondition",
    "GET stripe/subscription",
    "GET stripe/subscription/cancel-flow/summary",
    "POST customers/{customerId}/email-templates/{tab}/{language}/preview",
    "POST customers/{customerId}/invoices",
    "POST gocardless/{customerId}/profile",
    "POST lexoffice/core/{customerId}/profile",
  ],
  write: [
    "DELETE customers/{customerId}/connections/{type}",
    "DELETE customers/{customerId}/email-templates/{tab}/{language}",
    "DELETE customers/{customerId}/email-templates/{tab}/{language}/logo",
    "DELETE gocardless/{customerId}/flows/{id}",
    "GET stripe/{customerId}/customer-billing-portal",
    "GET stripe/{customerId}/upgrade",
    "GET stripe/{customerId}/upgrade/customer-billing-portal",
    "POST customers/{customerId}/apiBasedConnection/createPaymentCondition",
    "POST customers/{customerId}/collectPaymentsDaysEarlier",
    "POST customers/{customerId}/e-invoices",
    "POST customers/{customerId}/email-templates/{tab}/{language}/logo",
    "POST customers/{customerId}/paymentDescription",
    "POST customers/{customerId}/sevdesk/sync",
    "POST customers/{customerId}/stripe/subscription/checkout",
    "POST gocardless/flows/{id}/trigger",
    "POST gocardless/{customerId}/payouts/{id}",
    "POST lexoffice/core/{customerId}/contacts/create/{id}/mandate",
    "POST lexoffice/core/{customerId}/contacts/create/{id}/mandate/without/email",
    "POST lexoffice/core/{customerId}/transfer/invoice/without/check/{id}",
    "POST lexoffice/core/{customerId}/voucherList",
    "POST stripe/subscription/cancel-flow",
    "PUT customers/{customerId}/billing-contact",
    "PUT customers/{customerId}/email-templates/{tab}/{language}",
    "PUT customers/{customerId}/sevdesk/connection",
  ],
  never: [
    "DELETE passkeys/{id}",
    "DELETE users/{userId}/two-factor",
    "GET connect/datev",
    "GET connect/gocardless/redirect",
    "GET connect/lexoffice",
    "GET customers/{customerId}/email/subscription",
    "GET passkeys/{id}",
    "GET users/{userId}",
    "POST customers/{customerId}/email/subscription",
    "POST passkeys/register/{userId}/finish",
    "POST passkeys/register/{userId}/start",
    "POST users/{userId}/address/link",
    "POST users/{userId}/proof",
    "POST users/{userId}/proof/passkey",
    "POST users/{userId}/two-factor/enable",
    "POST users/{userId}/two-factor/setup",
    "PUT users/{userId}",
    "PUT users/{userId}/address",
  ],
};

const ACCESS: Exclude<Access, "public">[] = ["reader", "member", "owner"];
const calls = callsOf(routes).filter(({ spec }) => spec.access !== "public");
const supplier = await seedSupplier();
const { customerId, userId } = supplier;
const [reading, writing] = [await keyOf("read"), await keyOf("write")];

async function keyOf(scope: "read" | "write") {
  return await makeKey(customerId, { name: `${scope} key`, scope }, supplier.actor);
}

/** Runs a check of the caller as a request with this bearer token does: before it has proved a supplier. */
async function asRequest<T>(bearer: string, check: () => Promise<T>): Promise<T> {
  sent.headers = { authorization: `Bearer ${bearer}`, "x-forwarded-for": "203.0.113.9" };
  return await withTenantScope("none", check);
}

async function verdictOf(bearer: string, { spec }: (typeof calls)[number], addressed = { customerId, userId }) {
  const { access, refusesKeys } = spec;
  if (access === "public") throw new Error("a public call");
  try {
    await asRequest(bearer, () => requireApiCaller({ access, refusesKeys }, addressed));
    return "let in";
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
}

test("the table lists each call that needs a sign-in once", () => {
  const names = calls.map(({ method, path }) => `${method} ${path}`);
  expect(Object.values(TABLE).flat().sort()).toEqual(names.sort());
});

test("a key makes exactly the calls that the table gives to its scope", async () => {
  const wrong: string[] = [];
  for (const call of calls) {
    const name = `${call.method} ${call.path}`;
    const expected = TABLE.read.includes(name)
      ? ["let in", "let in"]
      : ["forbidden", TABLE.write.includes(name) ? "let in" : "forbidden"];
    const verdicts = [await verdictOf(reading.text, call), await verdictOf(writing.text, call)];
    if (String(verdicts) !== String(expected)) wrong.push(`${name}: ${verdicts}, not ${expected}`);
  }
  expect(wrong).toEqual([]);
});

test("calls that need a fresh proof or a person refuse keys, so no key changes who can sign in", () => {
  for (const { method, path, spec } of calls)
    if (spec.needsFreshProof || /^(users|passkeys)\//.test(path)) expect(TABLE.never).toContain(`${method} ${path}`);
});

test("a key of another supplier, an unknown key and a wrong secret are refused", async () => {
  const stranger = await seedSupplier();
  const foreign = await makeKey(stranger.customerId, { name: "Shop", scope: "write" }, stranger.actor);
  const [call] = calls.filter(({ path }) => path === "customers/{customerId}");
  if (!call) throw new Error("no call");
  expect(await verdictOf(foreign.text, call)).toBe("not_found");
  expect(
    await verdictOf(
      foreign.text.replace(/.$/, (end) => (end === "0" ? "1" : "0")),
      call,
    ),
  ).toBe("unauthenticated");
  expect(await verdictOf(reading.text.replace(reading.id, foreign.id), call)).toBe("unauthenticated");
});

test("pages, downloads and server actions accept no key", async () => {
  for (const access of ACCESS)
    await expect(asRequest(writing.text, () => requireCaller(access))).rejects.toMatchObject({
      code: "unauthenticated",
    });
});

test("a call with a key may come from any origin, and the audit log names the key", async () => {
  const caller = await asRequest(writing.text, () => requireApiCaller({ access: "owner" }));
  const request = new Request("http://einzug.test/api", {
    method: "POST",
    headers: { origin: "https://evil.example" },
  });
  expect(() => requireSameOrigin(request, caller)).not.toThrow();
  await writeAudit(db, customerId, caller.actor, { action: "test.by-key", subject: "x" });
  expect(await db.auditEntry.findFirst({ where: { customerId, action: "test.by-key" } })).toMatchObject({
    ...{ userId, userName: "write key", apiKeyId: writing.id, ip: "203.0.113.9" },
  });
});
