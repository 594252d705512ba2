import type { z } from "zod";
import { companyTaken, holdCompany } from "@/lib/accounts/registration/mutations";
import type { companyDetails, emailPreferences, registrationProgress } from "@/lib/accounts/schema";
import type { CustomerId } from "@/lib/auth/scope";
import { endOtherSessions, endSession } from "@/lib/auth/sessions/sessions";
import { db } from "@/lib/core/database/db";
import type { Locale } from "@/lib/core/locales";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { companyKey } from "@/lib/core/text/name-key";
import { now } from "@/lib/core/time/clock";
import { AppError, fieldRefusal } from "@/lib/core/web/errors";
import { isCompanyTaken } from "./data";

/**
 * Stores how far a registration has come.
 *
 * @throws AppError `terms_required` if accepted terms would become unaccepted: a call cannot undo an agreement
 */
export async function saveProgress(userId: string, progress: z.output<typeof registrationProgress>): Promise<void> {
  const unaccepted = progress.acceptedTermsOfService === false ? { acceptedTermsOfService: false } : {};
  const saved = await db.user.updateMany({ where: { id: userId, ...unaccepted }, data: progress });
  if (saved.count === 0)
    throw fieldRefusal("terms_required", "Accepted terms cannot be set back.", "acceptedTermsOfService");
}

export async function saveName(customerId: CustomerId, name: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: actor.userId }, data: { name } });
    await writeAudit(tx, customerId, actor, { action: "user.renamed", subject: actor.userId });
  });
}

export async function saveLocale(userId: string, locale: Locale): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { locale } });
}

/** Stores when the tour was first shown. Showing it again changes nothing. */
export async function endTour(userId: string): Promise<void> {
  await db.user.updateMany({ where: { id: userId, tourEndedAt: null }, data: { tourEndedAt: now() } });
}

export async function saveEmailPreferences(userId: string, wish: z.output<typeof emailPreferences>): Promise<void> {
  const data = { wantsMarketing: wish.marketing, wantsProductUpdates: wish.productUpdates };
  await db.user.update({ where: { id: userId }, data });
}

/**
 * Saves the details that payers read in mails and on the mandate page. A firm may keep its own name and city, even if a
 * similar one was registered before the two counted as the same.
 *
 * @throws AppError `company_taken`
 */
export async function saveCompany(
  customerId: CustomerId,
  company: z.output<typeof companyDetails>,
  actor: Actor,
): Promise<void> {
  const key = companyKey(company);
  // Another supplier may have the name, so the check is cross-tenant.
  await crossTenant(() =>
    db.$transaction(async (tx) => {
      await holdCompany(tx, company);
      const before = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
      if (companyKey(before) !== key && (await isCompanyTaken(company, tx, customerId))) throw companyTaken();
      await tx.customer.update({ where: { id: customerId }, data: { ...company, companyKey: key } });
      await writeAudit(tx, customerId, actor, { action: "company.changed", subject: customerId });
    }),
  );
}

/** Ends one session of the person. @throws AppError `not_found` */
export async function signOutSession(customerId: CustomerId, sessionId: string, actor: Actor): Promise<void> {
  if (!(await endSession(actor.userId, sessionId))) throw new AppError("not_found");
  await db.$transaction((tx) => writeAudit(tx, customerId, actor, { action: "session.ended", subject: sessionId }));
}

/** Ends all other sessions of the person, and returns how many. */
export async function signOutOthers(customerId: CustomerId, sessionId: string, actor: Actor): Promise<number> {
  return await db.$transaction(async (tx) => {
    const ended = await endOtherSessions(tx, actor.userId, sessionId);
    await writeAudit(tx, customerId, actor, {
      action: "session.others-ended",
      subject: actor.userId,
      detail: { ended },
    });
    return ended;
  });
}
