import { ProviderError } from "@/lib/core/web/provider-error";
import type { GocardlessCaller } from "@/lib/providers/payments/gocardless/client";
import { mapMandate } from "@/lib/providers/payments/gocardless/map";
import type { Mandates, PayerDetails, SigningState } from "@/lib/providers/payments/port";
import { orUndefined } from "@/lib/providers/reading";

/** Requests mandates by a billing request (one per signing) and a flow (the page that the payer visits). */
export function gocardlessMandates(gc: GocardlessCaller): Mandates {
  return {
    startSigning: async ({ description, metadata, mandateMetadata }, key) => {
      const mandate_request = {
        scheme: "sepa_core",
        currency: "EUR",
        description: cut(description),
        verify: "minimum",
        metadata: mandateMetadata,
      } as const;
      try {
        const made = await gc.call((client) => client.billingRequests.create({ mandate_request, metadata }, key));
        return made.id as string;
      } catch (error) {
        // The key belongs to one signing, so the billing request that exists under it is the one we want.
        if (error instanceof ProviderError && error.kind === "conflict" && error.code) return error.code;
        throw error;
      }
    },
    readSigning: async (signingId) => toSigningState(await gc.call((client) => client.billingRequests.find(signingId))),
    openPage: async ({ signingId, payer, language, returnUrl, exitUrl }, key) => {
      const flow = await gc.call((client) =>
        client.billingRequestFlows.create(
          {
            redirect_uri: returnUrl,
            exit_uri: exitUrl,
            language,
            prefilled_customer: toPrefilled(payer),
            lock_currency: true,
            links: { billing_request: signingId },
          },
          key,
        ),
      );
      return flow.authorisation_url as string;
    },
    cancelSigning: async (signingId) => {
      try {
        await gc.call((client) => client.billingRequests.cancel(signingId));
      } catch (error) {
        if (error instanceof ProviderError && (error.kind === "refused" || error.kind === "not_found")) return;
        throw error;
      }
    },
    read: async (mandateId) => {
      const askedAt = new Date();
      return { ...mapMandate(await gc.call((client) => client.mandates.find(mandateId))), askedAt };
    },
    cancel: async (mandateId) => {
      try {
        return mapMandate(await gc.call((client) => client.mandates.cancel(mandateId, {})));
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
        const mandate = mapMandate(await gc.call((client) => client.mandates.find(mandateId)));
        // Refused although the mandate is usable: the reason is not that it has already ended.
        if (mandate.nextPossibleChargeDate !== null) throw error;
        return mandate;
      }
    },
    list: async (cursor) => {
      const askedAt = new Date();
      const page = await gc.call((client) => client.mandates.list({ limit: 500, after: cursor }));
      return {
        rows: page.mandates.map((row) => ({ ...mapMandate(row), askedAt })),
        next: page.meta.cursors.after ?? undefined,
      };
    },
    readPayer: async (payerId) => {
      const payer = await orUndefined(gc.call((client) => client.customers.find(payerId)));
      if (!payer) return undefined;
      const name = payer.company_name || [payer.given_name, payer.family_name].filter(Boolean).join(" ");
      return { id: payerId, name, email: payer.email?.trim().toLowerCase() ?? "" };
    },
    readAccountHint: async (bankAccountId) => {
      const account = await orUndefined(gc.call((client) => client.customerBankAccounts.find(bankAccountId)));
      if (!account) return undefined;
      return {
        bankName: account.bank_name ?? "",
        hint: `${account.country_code ?? ""} …${account.account_number_ending ?? ""}`,
      };
    },
  };
}

interface WireSigning {
  status?: string;
  links?: { mandate_request_mandate?: string } | null;
}

function toSigningState(request: WireSigning): SigningState {
  const mandateId = request.links?.mandate_request_mandate ?? null;
  if (mandateId || request.status === "fulfilled" || request.status === "fulfilling")
    return { state: "signed", mandateId };
  return { state: request.status === "cancelled" ? "closed" : "open", mandateId: null };
}

/** Returns the prefilled details. GoCardless allows a company name only without a personal name. */
function toPrefilled(payer: PayerDetails) {
  const name = payer.companyName
    ? { company_name: cut(payer.companyName) }
    : { given_name: cut(payer.firstName ?? ""), family_name: cut(payer.lastName ?? "") };
  return {
    ...name,
    email: payer.email ?? undefined,
    address_line1: cut(payer.street),
    postal_code: cut(payer.zip),
    city: cut(payer.city),
    country_code: payer.countryCode || undefined,
  };
}

/** Maximum text length, because GoCardless refuses the whole call for one text that is too long. */
const MAX_TEXT = 250;

/** Cuts a text between characters; returns undefined for an empty one. */
function cut(text: string): string | undefined {
  return [...text].slice(0, MAX_TEXT).join("") || undefined;
}
