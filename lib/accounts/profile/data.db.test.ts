import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { readUser } from "./data";
import { saveProgress } from "./mutations";

test("a supplier's logo id depends on the picture only, and is null without a logo", async () => {
  const { customerId, userId } = await seedSupplier();
  const stranger = await seedSupplier();
  const logoId = async () => (await readUser(customerId, userId)).currentCustomer.logoId;
  const put = (png: number, tab = "with-invoice") => {
    const key = { customerId, tab, language: "de" };
    const picture = { png: Uint8Array.of(png), width: 1, height: 1 };
    const where = { customerId_tab_language: key };
    return db.emailLogo.upsert({ where, create: { ...key, ...picture }, update: picture });
  };
  const other = { customerId: stranger.customerId, tab: "with-invoice", language: "de" };
  await db.emailLogo.create({ data: { ...other, png: Uint8Array.of(9), width: 1, height: 1 } });
  expect(await logoId()).toBeNull();
  await put(1);
  const first = await logoId();
  expect(first).toMatch(/^logo_[0-9a-f]{32}$/);
  await put(1, "without-invoice");
  expect(await logoId()).toBe(first);
  await put(2);
  expect(await logoId()).not.toBe(first);
});

test("accepted terms cannot become unaccepted, and the refusal names the field", async () => {
  const { customerId, userId } = await seedSupplier();
  const accepted = async () => (await readUser(customerId, userId)).acceptedTermsOfService;
  await db.user.update({ where: { id: userId }, data: { acceptedTermsOfService: false } });
  await saveProgress(userId, { acceptedTermsOfService: false, lastRegistrationStep: "step_one" });
  expect(await accepted()).toBe(false);
  await saveProgress(userId, { acceptedTermsOfService: true });
  const refused = { code: "terms_required", fields: [{ field: "acceptedTermsOfService" }] };
  await expect(saveProgress(userId, { acceptedTermsOfService: false })).rejects.toMatchObject(refused);
  expect(await accepted()).toBe(true);
  await saveProgress(userId, { lastRegistrationStep: "step_seven" });
  expect(await readUser(customerId, userId)).toMatchObject({
    acceptedTermsOfService: true,
    lastRegistrationStep: "step_seven",
  });
});
