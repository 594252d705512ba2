import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isCompanyTaken, isEmailTaken } from "@/lib/accounts/profile/data";
import { saveCompany } from "@/lib/accounts/profile/mutations";
import type { Registration } from "@/lib/accounts/schema";
import { trustedCustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { companyKey } from "@/lib/core/text/name-key";
import type { AppError } from "@/lib/core/web/errors";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { registerCustomer } from "./mutations";

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

test("a registration creates a supplier, its owner and an audit entry", async () => {
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

test("a proven email address can be registered once, in any case", async () => {
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

test("a company can be registered once in its city, in any case", async () => {
  const first = registration({ companyName: "Bäckerei ÄHRE GmbH", city: "Görlitz" });
  await registerCustomer(first, ORIGIN);
  const again = registration({ companyName: " bäckerei ähre gmbh ", city: "GÖRLITZ" });
  await expect(registerCustomer(again, ORIGIN)).rejects.toMatchObject({ code: "company_taken" });
  expect(await db.user.count({ where: { email: again.email } })).toBe(0);
  expect(await isCompanyTaken({ companyName: first.companyName, city: "Zittau" })).toBe(false);
});

test("a registration whose address and firm are taken is refused for the address, and each refusal names its fields", async () => {
  const first = registration();
  const { userId } = await registerCustomer(first, ORIGIN);
  await db.user.update({ where: { id: userId }, data: { emailProvenAt: new Date() } });
  const { companyName, city, email } = first;
  const refused = (changes: Partial<Registration>) => registerCustomer(registration(changes), ORIGIN).catch(namesOf);
  const namesOf = ({ code, fields }: AppError) => [code, fields.map(({ field }) => field)];
  expect(await refused({ companyName, city, email })).toEqual(["email_taken", ["email"]]);
  expect(await refused({ companyName, city })).toEqual(["company_taken", ["companyName", "city"]]);
  expect(await refused({ password: "short" })).toEqual(["password_short", ["password"]]);
  expect(await refused({ password: "aaaaaaaaaaaa" })).toEqual(["password_weak", ["password"]]);
});

test.each([
  ["blanks", "Wald\u2003und  Wiese GmbH"],
  ["invisible signs", "Wa\u200bld und Wie\u00adse GmbH"],
  ["marks that turn the direction", "\u202eWald und Wiese GmbH\u202c"],
  ["full-width letters", "Ｗａｌｄ und Wiese GmbH"],
  ["Cyrillic letters", "Wаld und Wiеsе GmbH"],
])(
  "a firm whose name differs only by %s is refused, and no other firm can change its name to it",
  async (_how, alike) => {
    const city = `Köln ${randomUUID()}`;
    await registerCustomer(registration({ companyName: "Wald und Wiese GmbH", city }), ORIGIN);
    const again = registration({ companyName: alike, city: city.replace("ö", "oe") });
    expect(await isCompanyTaken(again)).toBe(true);
    await expect(registerCustomer(again, ORIGIN)).rejects.toMatchObject({ code: "company_taken" });
    const { customerId, userId, name } = await registerCustomer(registration({ city }), ORIGIN);
    const { address, zip, countryCode, vatId, mobileNumber, email, website } = await db.customer.findUniqueOrThrow({
      where: { id: customerId },
    });
    const company = { address, zip, countryCode, vatId, mobileNumber, email, website, companyName: alike, city };
    const saving = saveCompany(trustedCustomerId.parse(customerId), company, { userId, userName: name, ip: ORIGIN.ip });
    await expect(saving).rejects.toMatchObject({ code: "company_taken" });
  },
);

test("firms from before company keys were stored got the same keys from the migrations", async () => {
  const names = [
    "Müller & Söhne GmbH",
    "  Café-Bar „Réne“ ",
    "WEISSSTRASSE e.K.",
    "Groß\u00adhandel\u200b Ost",
    "Smørrebrød 24",
    "Łódzka Œuvre Yıldız Þór Đuro",
    "Ørsted “Süd” – Ost",
  ];
  const rows = names.map((companyName, i) => ({ id: `cus_before_${i}`, companyName, city: "Gößweinstein (Ofr.)" }));
  await db.customer.createMany({ data: rows });
  for (const name of ["20261129112300_company_keys", "20261129160000_plain_letters"]) {
    const migration = readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8");
    await db.$executeRaw(Prisma.raw(/UPDATE "customers"[\s\S]*?;/.exec(migration)?.[0] ?? ""));
  }
  const stored = await db.customer.findMany({ where: { id: { startsWith: "cus_before_" } }, orderBy: { id: "asc" } });
  expect(stored.map((row) => row.companyKey)).toEqual(rows.map(companyKey));
});

test.each(["Łódzka Œuvre ŞIK ve Işık Ltd.", "Вектор-Банк", "Ελλάς Đuro GmbH"])(
  "a firm's name from before company keys were stored is not free: %s",
  async (companyName) => {
    const city = `Zgorzelec ${randomUUID()}`;
    await db.customer.create({
      data: { id: `cus_${randomUUID()}`, companyName, city, companyKey: "made by fewer letters" },
    });
    for (const name of [companyName, ` ${companyName.toLowerCase()} `])
      expect(await isCompanyTaken({ companyName: name, city: city.toUpperCase() })).toBe(true);
    expect(await isCompanyTaken({ companyName, city: "Görlitz" })).toBe(false);
  },
);

test("two firms that were registered before their names counted as the same can save their details", async () => {
  const city = `Leipzig ${randomUUID()}`;
  const [one, other] = [await seedSupplier({ companyName: "Müller GmbH" }), await seedSupplier()];
  await db.customer.update({ where: { id: one.customerId }, data: { city, companyKey: "müllergmbh" } });
  const company = { companyName: "Mueller GmbH", city };
  await db.customer.update({ where: { id: other.customerId }, data: { ...company, companyKey: companyKey(company) } });
  const { address, zip, countryCode, vatId, mobileNumber, email, website } = await db.customer.findUniqueOrThrow({
    where: { id: one.customerId },
  });
  const details = { address, zip, countryCode, vatId, mobileNumber, email, website, companyName: "Müller GmbH", city };
  const save = (change: object) => saveCompany(one.customerId, { ...details, ...change }, one.actor);
  await save({ address: "Ahornweg 5" });
  await save({ companyName: "MÜLLER GmbH" });
  await save({ companyName: "Müller Bau GmbH" });
  // The firm has given up its old name, which now belongs to the other firm alone.
  await expect(save({})).rejects.toMatchObject({ code: "company_taken" });
});

test.each([
  ["100% Bio", "1000 Bio", "100X Bio"],
  ["A_B Bau", "AXB Bau", "A-B Bau"],
  ["Netz\\Werk", "NetzWerk", "Netz\\\\Werk"],
])("characters with a meaning in SQL patterns are plain characters in the name %s", async (taken, ...others) => {
  await registerCustomer(registration({ companyName: taken }), ORIGIN);
  expect(await isCompanyTaken({ companyName: taken.toUpperCase(), city: "leipzig" })).toBe(true);
  for (const companyName of others) {
    expect(await isCompanyTaken({ companyName, city: "Leipzig" })).toBe(false);
    await registerCustomer(registration({ companyName }), ORIGIN);
  }
});

test.each(["%", "_________", "\\"])("a company called %s matches no other company", async (companyName) => {
  await registerCustomer(registration(), ORIGIN);
  expect(await isCompanyTaken({ companyName, city: "Leipzig" })).toBe(false);
});

test("one of two simultaneous registrations of the same company succeeds", async () => {
  const companyName = `Zwilling ${randomUUID()}`;
  const tries = [registration({ companyName }), registration({ companyName: ` ${companyName.toUpperCase()}\u200b` })];
  const results = await Promise.allSettled(tries.map((input) => registerCustomer(input, ORIGIN)));
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find((result) => result.status === "rejected")).toMatchObject({ reason: { code: "company_taken" } });
});

test("one account is left after two simultaneous registrations with the same address", async () => {
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
])("a registration with the password %s is refused", async (password, code) => {
  const input = registration({ password });
  await expect(registerCustomer(input, ORIGIN)).rejects.toMatchObject({ code });
  expect(await isEmailTaken(input.email)).toBe(false);
});

test("a company cannot change its name to another company's, and may keep its own", async () => {
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
  // As in a request: row-level security hides other suppliers' rows, and yet the name is taken.
  const saved = withinSupplier(one.customerId, () => saveCompany(one.customerId, details, one.actor));
  await expect(saved).rejects.toMatchObject({ code: "company_taken" });
  expect((await read(one.customerId)).companyName).not.toBe(companyName);
  await saveCompany(other.customerId, details, other.actor);
  expect(await read(other.customerId)).toMatchObject({ address: "Ahornweg 4" });
});
