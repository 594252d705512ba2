import { randomUUID } from "node:crypto";
import { hashPassword } from "@/lib/auth/passwords/passwords";
import { type CustomerId, customerIdOfMembership } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { PlanType } from "@/lib/core/prisma/enums";
import type { Actor } from "@/lib/core/telemetry/audit";
import { companyKey } from "@/lib/core/text/name-key";

/** A supplier with one user, for the demo, the tests and the benchmarks. */
export interface SeededSupplier {
  customerId: CustomerId;
  userId: string;
  email: string;
  password: string;
  actor: Actor;
}

export interface SupplierInput {
  companyName?: string;
  name?: string;
  email?: string;
  password?: string;
  city?: string;
  paymentConditions?: string[];
  /** The supplier's contract: by default Premium, agreed outside Stripe; `none` creates no contract. */
  contract?: PlanType | "none";
  /** True if the supplier has not chosen yet how the first mandate requests are sent. */
  isBeforeFirstRequests?: boolean;
  /** True if the user has not seen the product tour yet. */
  isNewcomer?: boolean;
}

/** The payment condition that seeded invoices carry if they are to be collected by direct debit. */
export const DIRECT_DEBIT_TERM = "Der Betrag wird per SEPA-Lastschrift eingezogen.";

/** The details by which a seeded supplier's own e-invoices are recognised. */
export const E_INVOICE_DETAILS = { vatId: "DE123456789", taxNumber: "", creditorIds: "", dueDays: "" };

/** The password of all suppliers that this process creates without one: hashing takes long on purpose. */
const PASSWORD = `Lastschrift-${randomUUID().slice(0, 8)}-42-!!`;
let hashOfPassword: Promise<string> | undefined;

function hashOf(password: string): Promise<string> {
  if (password !== PASSWORD) return hashPassword(password);
  hashOfPassword ??= hashPassword(password);
  return hashOfPassword;
}

export async function seedSupplier(input: SupplierInput = {}): Promise<SeededSupplier> {
  const mark = randomUUID().slice(0, 8);
  const email = input.email ?? `owner-${mark}@einzug.test`;
  const password = input.password ?? PASSWORD;
  const name = input.name ?? "Frieda Brandt";
  const companyName = input.companyName ?? `Werkstatt ${mark}`;
  const city = input.city ?? "Leipzig";
  const customer = await db.customer.create({
    data: {
      id: newId("customer"),
      companyName,
      companyKey: companyKey({ companyName, city }),
      address: "Lindenhof 7",
      zip: "04109",
      city,
      email,
      mobileNumber: "+49 341 5550100",
      website: "https://lindenhof.example",
      paymentConditions: input.paymentConditions ?? [],
      firstRequestsAt: input.isBeforeFirstRequests ? null : new Date(),
    },
  });
  const planType = input.contract ?? "premium";
  if (planType !== "none")
    await db.contract.create({
      data: { customerId: customer.id, type: "EXTERNAL", planType, externalReference: `seed-${mark}` },
    });
  const user = await db.user.create({
    data: {
      id: newId("user"),
      email,
      name,
      passwordHash: await hashOf(password),
      emailProvenAt: new Date(),
      acceptedTermsOfService: true,
      lastRegistrationStep: "step_seven",
      tourEndedAt: input.isNewcomer ? null : new Date(),
      memberships: { create: { customerId: customer.id, role: "owner" } },
    },
  });
  const customerId = customerIdOfMembership({ customerId: customer.id });
  return { customerId, userId: user.id, email, password, actor: { userId: user.id, userName: name, ip: "seed" } };
}
