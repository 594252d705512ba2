import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { withinSupplier } from "@/lib/core/supplier-wall";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { isCompanyTaken, isEmailTaken } from "./data";
import { saveCompany } from "./profile-mutations";
import { registerCustomer } from "./registration-mutations";
import type { Registration } from "./schema";

const ORIGIN = { ip: "203.0.113.7", locale: "de" } as const;

function registration(changes: Partial<Registration> = {}): Registration {
  const mark = randomUUID().slice(0, 8);
  return {
    name: "Frieda Brandt",
    email: `frieda-${mark}@einzug.test`,
    password: `Lastschrift-${mark}-!!77`,
    companyName: `Werkstatt ${mark}`,
    address: "Lindenhof 7",
    zip: "04109",
    city: "Leipzig",
    countryCode: "DE",
    mobileNumber: "+493415550100",
    vatId: "",
    ...changes,
  };
}

test("makes a customer, its owner, and a line in the log", async () => {
  const input = registration();
  const { customerId, userId } = await registerCustomer(input, { ...ORIGIN, discountCode: "NEUJAHR" });
  expect(await db.customer.findUniqueOrThrow({ where: { id: customerId } })).toMatchObject({
    companyName: input.companyName,
    email: input.email,
    discountCode: "NEUJAHR",
  });
  const user = await db.user.findUniqueOrThrow({ where: { id: userId }, include: { memberships: true } });
  expect(user).toMatchObject({ locale: "de", memberships: [{ customerId, role: "owner" }] });
  expect(user.passwordHash).not.toContain(input.password);
  expect(await db.auditEntry.findFirst({ where: { customerId } })).toMatchObject({
    action: "customer.registered",
    ip: ORIGIN.ip,
  });
});

test("a proven e-mail address is registered once, whatever its case", async () => {
  const first = registration();
  const { userId } = await registerCustomer(first, ORIGIN);
  expect(await isEmailTaken(first.email)).toBe(false);
  await db.user.update({ where: { id: userId }, data: { emailProvenAt: new Date() } });
  expect(await isEmailTaken(` ${first.email.toUpperCase()} `)).toBe(true);
  await expect(registerCustomer(registration({ email: first.email }), ORIGIN)).rejects.toMatchObject({
    code: "email_taken",
  });
  expect(await db.user.count({ where: { email: first.email } })).toBe(1);
});

test("a company is registered once in its city, whatever the case", async () => {
  const first = registration({ companyName: "Bäckerei ÄHRE GmbH", city: "Görlitz" });
  await registerCustomer(first, ORIGIN);
  const again = registration({ companyName: " bäckerei ähre gmbh ", city: "GÖRLITZ" });
  await expect(registerCustomer(again, ORIGIN)).rejects.toMatchObject({ code: "company_taken" });
  expect(await db.user.count({ where: { email: again.email } })).toBe(0);
  expect(await isCompanyTaken({ companyName: first.companyName, city: "Zittau" })).toBe(false);
});

test.each([
  ["100% Bio", "1000 Bio", "100X Bio"],
  ["A_B Bau", "AXB Bau", "A-B Bau"],
  ["Netz\\Werk", "NetzWerk", "Netz\\\\Werk"],
])("signs that mean something to the database are plain letters in %s", async (taken, ...others) => {
  await registerCustomer(registration({ companyName: taken }), ORIGIN);
  expect(await isCompanyTaken({ companyName: taken.toUpperCase(), city: "leipzig" })).toBe(true);
  for (const companyName of others) {
    expect(await isCompanyTaken({ companyName, city: "Leipzig" })).toBe(false);
    await registerCustomer(registration({ companyName }), ORIGIN);
  }
});

test.each(["%", "_________", "\\"])("a company called %s is nobody else", async (companyName) => {
  await registerCustomer(registration(), ORIGIN);
  expect(await isCompanyTaken({ companyName, city: "Leipzig" })).toBe(false);
});

test("of two registrations at once one is made: same company", async () => {
  const companyName = `Zwilling ${randomUUID()}`;
  const tries = [registration({ companyName }), registration({ companyName: companyName.toUpperCase() })];
  const results = await Promise.allSettled(tries.map((input) => registerCustomer(input, ORIGIN)));
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find((result) => result.status === "rejected")).toMatchObject({ reason: { code: "company_taken" } });
});

test("of two registrations at once with the same address one account is left", async () => {
  const { email } = registration();
  const tries = [registration({ email }), registration({ email })];
  await Promise.allSettled(tries.map((input) => registerCustomer(input, ORIGIN)));
  expect(await db.user.count({ where: { email } })).toBe(1);
  const names = tries.map((input) => input.companyName);
  expect(await db.customer.count({ where: { companyName: { in: names } } })).toBe(1);
});

test.each([
  ["Kurz-1!2!", "password_short"],
  ["nur-kleine-buchstaben", "password_weak"],
  ["Eins-Zahl-!!1", "password_weak"],
  ["Ein-Zeichen123", "password_weak"],
  ["P@ssw0rd!123", "password_weak"],
])("refuses the password %s", async (password, code) => {
  const input = registration({ password });
  await expect(registerCustomer(input, ORIGIN)).rejects.toMatchObject({ code });
  expect(await isEmailTaken(input.email)).toBe(false);
});

test("a company does not take another one's name, and keeps its own", async () => {
  const [one, other] = [
    await seedSupplier({ companyName: `Eins ${randomUUID()}` }),
    await seedSupplier({ companyName: `Zwei ${randomUUID()}` }),
  ];
  const read = (id: string) => db.customer.findUniqueOrThrow({ where: { id } });
  const { companyName } = await read(other.customerId);
  const details = {
    companyName,
    address: "Ahornweg 4",
    zip: "04109",
    city: "Leipzig",
    countryCode: "DE",
    mobileNumber: "+493415550100",
    email: "post@einzug.test",
    website: "",
    vatId: "",
  };
  // As in a request: behind the wall nobody else's rows are seen, and yet the name is taken.
  const saved = withinSupplier(one.customerId, () => saveCompany(one.customerId, details, one.actor));
  await expect(saved).rejects.toMatchObject({ code: "company_taken" });
  expect((await read(one.customerId)).companyName).not.toBe(companyName);
  await saveCompany(other.customerId, details, other.actor);
  expect(await read(other.customerId)).toMatchObject({ address: "Ahornweg 4" });
});
