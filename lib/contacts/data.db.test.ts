import { expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { readContactPage } from "./data";

const { customerId } = await seedSupplier();
const person = { firstName: "Anna", lastName: "Schmidt", email: "anna@firma.example" };
const firm = { companyName: "Schmidt & Söhne GmbH", email: "post@soehne.example" };
await db.contact.createMany({
  data: [person, firm].map((names, i) => ({
    ...{ customerId, id: newId("contact"), books: "LEXOFFICE" as const, externalId: `${i}`, ...names },
  })),
});

test.each([
  ["Anna Schmidt", [person.email]],
  ["schmidt  anna", [person.email]],
  ["Schmidt", [person.email, firm.email]],
  ["Schmidt & Söhne", [firm.email]],
  ["schmidt soehne.example", [firm.email]],
  ["Anna Söhne", []],
  [" ", [person.email, firm.email]],
  [`${"Schmidt ".repeat(2_000)}nobody`, [person.email, firm.email]],
])("who types %j finds", async (name, found) => {
  const { content } = await readContactPage(customerId, { page: 0, size: 25, sort: "asc", name });
  expect(content.map((row) => row.email).sort()).toEqual([...found].sort());
});
