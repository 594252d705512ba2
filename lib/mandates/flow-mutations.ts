import { setTimeout as wait } from "node:timers/promises";
import { countTry } from "@/lib/auth/limits";
import type { CustomerId } from "@/lib/auth/scope";
import { withDirectDebit } from "@/lib/connections/access";
import { mandateEmailOf } from "@/lib/contacts/rules";
import { now } from "@/lib/core/clock";
import { sha256 } from "@/lib/core/crypto";
import { db } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { localeOf } from "@/lib/core/locales";
import { mailAddressOf } from "@/lib/core/mail-address";
import type { Prisma } from "@/lib/core/prisma/client";
import type { DirectDebit } from "@/lib/providers/payments/port";
import { payerMark } from "./rules";

const MINUTE_MS = 60_000;
/** A page that was seen open so recently is used without asking the provider. */
const SEEN_MS = 10 * MINUTE_MS;
/** A page lives seven days at the provider; the payer needs some time on it. */
const LIFE_MS = 6 * 24 * 60 * MINUTE_MS;
/** One who asks for a page, and dies, is replaced after this long; the others wait no longer for it. */
const LEASE_MS = 20_000;

const include = {
  contact: true,
  invoice: true,
  customer: { include: { connections: true } },
} satisfies Prisma.MandateRequestInclude;
export type SigningRequest = Prisma.MandateRequestGetPayload<{ include: typeof include }>;

export async function readRequestForSigning(customerId: string, requestId: string): Promise<SigningRequest | null> {
  return await db.mandateRequest.findUnique({ where: { customerId_id: { customerId, id: requestId } }, include });
}

/**
 * The address of the payer's page at the provider. An open page is used again, and of several clicks at once one asks for
 * it, so that a link cannot be used to flood the provider with calls in the supplier's name.
 *
 * @returns undefined if it was signed meanwhile
 * @throws AppError `too_many_requests`, `provider_unavailable` if the one who asks gets no answer
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

/** The page that was made last, if it still leads this payer to this signing. */
function openFlowOf(request: SigningRequest, token: string): string | undefined {
  const { billingRequestId, flowUrl, flowKey, flowMadeAt } = request;
  if (!billingRequestId || !flowUrl || !isWithin(flowMadeAt, LIFE_MS)) return undefined;
  return flowKey === flowKeyOf(pageInput(request, billingRequestId, token)) ? flowUrl : undefined;
}

/** The signing is part of it: that of another account has another key. */
function flowKeyOf(input: ReturnType<typeof pageInput>): string {
  return sha256(JSON.stringify(input));
}

function isWithin(at: Date | null, ms: number): boolean {
  return at !== null && Math.abs(now().getTime() - at.getTime()) < ms;
}

/** Only as the row was read: somebody else may have asked and had the answer since. */
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

/** The id of a signing that is still open, or undefined if it was signed meanwhile. */
async function openSigning(gc: DirectDebit, request: SigningRequest): Promise<string | undefined> {
  if (!request.billingRequestId) return await ensureSigning(gc, request);
  const signingId = await ensureSigning(gc, request);
  const signing = await gc.mandates.readSigning(signingId);
  if (signing.state === "open") return signingId;
  if (signing.state === "signed") return undefined;
  return await ensureSigning(gc, request, { startAnother: true });
}

/** Starts the signing at the provider unless it stands; the number in its key grows only when one was closed. */
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
  const mandateMetadata = { contact: contactId, request: id, payer: payerMark(contact) };
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
