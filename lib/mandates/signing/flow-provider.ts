import { setTimeout as wait } from "node:timers/promises";
import { countTry } from "@/lib/auth/limits/limits";
import type { CustomerId } from "@/lib/auth/scope";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { mandateEmailOf } from "@/lib/contacts/rules";
import { sha256 } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { mailAddressOf } from "@/lib/core/formats/mail-address";
import { localeOf } from "@/lib/core/locales";
import type { Prisma } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { payerReference } from "@/lib/mandates/rules";
import type { DirectDebit } from "@/lib/providers/payments/port";
import { readRequestForSigning, type SigningRequest } from "./data";

const MINUTE_MS = 60_000;
/** A page that was seen open this recently is used without asking GoCardless. */
const SEEN_MS = 10 * MINUTE_MS;
/** GoCardless keeps a page for seven days; the payer needs some of that time to complete it. */
const LIFE_MS = 6 * 24 * 60 * MINUTE_MS;
/** A process that dies while it requests a page blocks the lease for this long. Others wait no longer than this. */
const LEASE_MS = 20_000;

/**
 * Returns the URL of the payer's signing page at GoCardless. An open page is reused, and of several simultaneous clicks
 * only one calls GoCardless. So a link cannot be used to flood GoCardless with calls in the supplier's name.
 *
 * @returns undefined if the payer has signed meanwhile
 * @throws AppError `too_many_requests`, `provider_unavailable` if no process got an answer in time
 */
export async function openFlow(
  customerId: CustomerId,
  told: SigningRequest,
  token: string,
): Promise<string | undefined> {
  let request: SigningRequest | null = told;
  for (const until = Date.now() + LEASE_MS; request && Date.now() < until; ) {
    const open = openFlowOf(request, token);
    if (open && isWithin(request.flowSeenAt, SEEN_MS)) return open;
    if (await takeLease(request)) return await askUnderLease(customerId, request, token);
    await wait(150);
    request = await readRequestForSigning(customerId, told.id);
  }
  throw new AppError("provider_unavailable");
}

/** Returns the URL of the last page, if it still leads this payer to this signing. */
function openFlowOf(request: SigningRequest, token: string): string | undefined {
  const { billingRequestId, flowUrl, flowKey, flowMadeAt } = request;
  if (!billingRequestId || !flowUrl || !isWithin(flowMadeAt, LIFE_MS)) return undefined;
  return flowKey === flowKeyOf(pageInput(request, billingRequestId, token)) ? flowUrl : undefined;
}

/**
 * Returns a hash of everything the page depends on. It covers the signing, so one at another account has another hash.
 */
function flowKeyOf(input: ReturnType<typeof pageInput>): string {
  return sha256(JSON.stringify(input));
}

function isWithin(at: Date | null, ms: number): boolean {
  return at !== null && Math.abs(now().getTime() - at.getTime()) < ms;
}

/** Takes the lease unless the row has changed since it was read: another process may have called and got an answer. */
async function takeLease({ customerId, id, flowCount, flowSeenAt }: SigningRequest): Promise<boolean> {
  const taken = await db.mandateRequest.updateMany({
    where: {
      ...{ customerId, id, flowCount, flowSeenAt },
      OR: [{ flowLeaseUntil: null }, { flowLeaseUntil: { lt: new Date() } }],
    },
    data: { flowCount: { increment: 1 }, flowLeaseUntil: new Date(Date.now() + LEASE_MS) },
  });
  return taken.count === 1;
}

async function askUnderLease(
  customerId: CustomerId,
  request: SigningRequest,
  token: string,
): Promise<string | undefined> {
  const { id } = request;
  const flowCount = request.flowCount + 1;
  const store = (data: Prisma.MandateRequestUpdateManyMutationInput) =>
    db.mandateRequest.updateMany({ where: { customerId, id, flowCount }, data });
  try {
    await countTry("payerLink", id);
    return await withDirectDebit(
      customerId,
      async (gc) => {
        const signingId = await openSigning(gc, request);
        if (!signingId) return undefined;
        const open = openFlowOf({ ...request, billingRequestId: signingId }, token);
        if (open) {
          await store({ flowSeenAt: now() });
          return open;
        }
        const input = pageInput(request, signingId, token);
        const flowUrl = await gc.mandates.openPage(input, `flow:${id}:${flowCount}`);
        await store({ flowUrl, flowKey: flowKeyOf(input), flowMadeAt: now(), flowSeenAt: now() });
        return flowUrl;
      },
      "payers",
    );
  } finally {
    await store({ flowLeaseUntil: null });
  }
}

/** Returns the id of a signing that is still open, or undefined if the payer has signed meanwhile. */
async function openSigning(gc: DirectDebit, request: SigningRequest): Promise<string | undefined> {
  if (!request.billingRequestId) return await ensureSigning(gc, request);
  const signingId = await ensureSigning(gc, request);
  const signing = await gc.mandates.readSigning(signingId);
  if (signing.state === "open") return signingId;
  if (signing.state === "signed") return undefined;
  return await ensureSigning(gc, request, { startAnother: true });
}

/**
 * Returns the id of the signing at GoCardless, and starts it if there is none. The number in its idempotency key grows
 * only when the previous signing was closed.
 */
export async function ensureSigning(
  gc: DirectDebit,
  request: SigningRequest,
  options = { startAnother: false },
): Promise<string> {
  if (request.billingRequestId && !options.startAnother) return request.billingRequestId;
  const { customerId, id, contactId, contact, customer } = request;
  const no = options.startAnother ? request.billingRequestNo + 1 : request.billingRequestNo;
  const description = request.invoice ? `${customer.companyName}: ${request.invoice.number}` : customer.companyName;
  const metadata = { request: id, ...(request.email ? { email: request.email } : {}) };
  const mandateMetadata = { contact: contactId, request: id, payer: payerReference(contact) };
  const signingId = await gc.mandates.startSigning({ description, metadata, mandateMetadata }, `sign:${id}:${no}`);
  await db.mandateRequest.updateMany({
    where: { customerId, id },
    data: { billingRequestId: signingId, billingRequestNo: no },
  });
  return signingId;
}

function pageInput(request: SigningRequest, signingId: string, token: string) {
  const { companyName, firstName, lastName, street, zip, city, countryCode } = request.contact;
  const email = mandateEmailOf(request.contact) ?? mailAddressOf(request.email ?? "") ?? null;
  return {
    signingId,
    payer: { companyName, firstName, lastName, email, street, zip, city, countryCode },
    language: localeOf(request.language),
    returnUrl: `${env().APP_URL}/m/${token}/return`,
    exitUrl: `${env().APP_URL}/m/${token}/exit`,
  };
}
