import { db } from "@/lib/core/database/db";
import { refreshClock } from "@/lib/core/time/clock";
import { seedConnection } from "./connect";
import { placeOrder, prepareOrder } from "./subscribe";
import { DIRECT_DEBIT_TERM, type SeededSupplier, seedSupplier } from "./suppliers";

/** The demo's supplier and sign-in. The sandbox scenario "demo" creates the matching accounts at the twins. */
export const DEMO = {
  email: "demo@einzug.test",
  password: "Lastschrift-2026-!!",
  companyName: "Werkstatt Lindenhof GmbH",
  lexwareOrganisation: "3f6c1b90-52d1-4d0c-8f36-0a4be0b7c1d2",
  gocardlessOrganisation: "OR000DEMO",
} as const;

/** Creates the demo's supplier with contract and connections. @returns undefined if it existed already */
export async function seedDemo(): Promise<SeededSupplier | undefined> {
  const exists = await db.user.findUnique({ where: { email: DEMO.email } });
  if (exists) return undefined;
  const { email, password, companyName } = DEMO;
  const supplier = await seedSupplier({
    email,
    password,
    companyName,
    name: "Jana Lindenhof",
    paymentConditions: [DIRECT_DEBIT_TERM],
    contract: "none",
  });
  await refreshClock();
  await prepareOrder(supplier, { type: "premium", base: "monthly" });
  await placeOrder(supplier);
  // GoCardless first, so that its existing mandates are known before the first invoices request new ones.
  await seedConnection(supplier, "GOCARDLESS", { id: DEMO.gocardlessOrganisation });
  await seedConnection(supplier, "LEXOFFICE", { id: DEMO.lexwareOrganisation });
  return supplier;
}
