import { createHash } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";
import { exportAccount } from "./export-data";

/** Letters that cannot be pressed together: what the database keeps of them, also in an index, is as long as they are. */
function noise(length: number): string {
  const parts = Array.from({ length: Math.ceil(length / 88) }, (_, i) =>
    createHash("sha512").update(`${i}`).digest("base64"),
  );
  return parts.join("").slice(0, length);
}

test("whatever stands in the fields of contact and invoice can be kept, and is handed out as it was, in files of our own names", async () => {
  const hostile = `=1+1"};<script>x</script>../../etc\r\n\u202E🦊${noise(10_000)}`;
  const { customerId } = await connectedSupplier();
  const names = { companyName: hostile, firstName: hostile, lastName: hostile };
  const place = { street: hostile, zip: hostile, city: hostile };
  const emails = [`a${noise(10_000)}@x.example`, `b${noise(10_000)}@x.example`];
  await seedCollection(customerId, {
    entry: { number: hostile, contactName: hostile },
    contact: { ...names, ...place, emails },
  });
  const files = unzipSync(await exportAccount(customerId));
  for (const name of Object.keys(files)) expect(name).toMatch(/^[a-z-]+\.(json|txt)$|^README\.txt$/);
  const rowsOf = (name: string) => JSON.parse(strFromU8(files[name] as Uint8Array)) as Record<string, unknown>[];
  expect(rowsOf("contacts.json")).toMatchObject([{ ...names, ...place, email: emails[0], otherEmails: [emails[1]] }]);
  expect(rowsOf("invoices.json")).toMatchObject([{ number: hostile, contactName: hostile }]);
  expect(rowsOf("debits.json")).toHaveLength(1);
});
