import type { z } from "zod";
import type { emailPreferences } from "@/lib/accounts/schema";
import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import { plainEmail } from "@/lib/core/formats/mail-address";
import type { Prisma, User } from "@/lib/core/prisma/client";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { companyKey } from "@/lib/core/text/name-key";

/** Contracts before the first order. Billing details alone, which create a customer at the vendor, are no order. */
export const NEVER_ORDERED = {
  type: "STRIPE",
  subscriptionId: null,
  hasHadTrial: false,
} satisfies Prisma.ContractWhereInput;

/**
 * People whose account gives way to another registration of the address: a proof link was sent but not used, and the
 * account has no data to preserve. Connecting and paying need a proven address, so only accounts older than that rule
 * have any.
 */
export const GIVES_WAY = {
  emailProvenAt: null,
  addressAskedAt: { not: null },
  operator: null,
  memberships: {
    every: {
      customer: {
        connections: { none: {} },
        invoices: { none: {} },
        memberships: { every: { user: { emailProvenAt: null } } },
        OR: [{ contract: null }, { contract: NEVER_ORDERED }],
      },
    },
  },
} satisfies Prisma.UserWhereInput;

/** True if a person holds the address. An account that gives way does not count. */
export async function isEmailTaken(email: string): Promise<boolean> {
  // In one supplier's scope, people who only work for others are invisible, and their accounts look empty.
  return (await crossTenant(() => db.user.count({ where: { email: plainEmail(email), NOT: GIVES_WAY } }))) > 0;
}

/**
 * True if another firm has the same or a look-alike name in the same city; the firm `exceptId` is not compared.
 *
 * The names are compared in addition to the keys: the migration made the keys of earlier firms with fewer letters than
 * `companyKey`. The collation is named because the database's own may support only the letters of English.
 */
export async function isCompanyTaken(
  company: { companyName: string; city: string },
  tx: Tx = db,
  exceptId = "",
): Promise<boolean> {
  const { companyName, city } = company;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM customers
    WHERE (company_key = ${companyKey(company)}
        OR (lower(company_name COLLATE "und-x-icu") = lower(${companyName.trim()} COLLATE "und-x-icu")
          AND lower(city COLLATE "und-x-icu") = lower(${city.trim()} COLLATE "und-x-icu")))
      AND closed_at IS NULL AND id <> ${exceptId}
    LIMIT 1`;
  return rows.length > 0;
}

/** Returns the person and the firm as the account's first page shows them. */
export async function readProfile(customerId: CustomerId, userId: string) {
  const [user, customer] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true, email: true } }),
    db.customer.findUniqueOrThrow({
      where: { id: customerId },
      select: {
        companyName: true,
        address: true,
        zip: true,
        city: true,
        countryCode: true,
        vatId: true,
        mobileNumber: true,
        email: true,
        website: true,
      },
    }),
  ]);
  return { user, customer };
}

/** Returns a person's address. */
export async function readEmail(userId: string): Promise<string> {
  return (await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })).email;
}

/** Returns a person; null if there is none with this id. */
export async function readPerson(userId: string): Promise<User | null> {
  return await db.user.findUnique({ where: { id: userId } });
}

export async function readEmailPreferences(userId: string): Promise<z.output<typeof emailPreferences>> {
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  return { marketing: user.wantsMarketing, productUpdates: user.wantsProductUpdates };
}

/** Returns how a person can prove their identity. */
export async function readProofWays(userId: string): Promise<{ email: string; hasPasskey: boolean }> {
  const { email, _count } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, _count: { select: { passkeys: true } } },
  });
  return { email, hasPasskey: _count.passkeys > 0 };
}

/** Returns a person as the API shows them, with every supplier they work for. */
export async function readUser(customerId: CustomerId, userId: string) {
  const { id, email, name, acceptedTermsOfService, lastRegistrationStep, memberships } =
    await db.user.findUniqueOrThrow({ where: { id: userId }, include: { memberships: true } });
  const logoId = await readLogoId(customerId);
  const customers = memberships.map((membership) => ({ id: membership.customerId }));
  return {
    id,
    email,
    name,
    acceptedTermsOfService,
    lastRegistrationStep,
    customers,
    currentCustomer: { id: customerId, logoId },
  };
}

/** Returns an id of the first logo in the supplier's mails, derived from the picture: equal pictures, equal ids. */
async function readLogoId(customerId: CustomerId): Promise<string | null> {
  const [logo] = await db.$queryRaw<{ id: string }[]>`
    SELECT 'logo_' || left(encode(sha256(png), 'hex'), 32) AS id FROM email_logos
    WHERE customer_id = ${customerId} ORDER BY tab, language LIMIT 1`;
  return logo?.id ?? null;
}

export async function readPasskeys(userId: string) {
  return await db.passkey.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
}
