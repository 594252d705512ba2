import { ProviderError } from "@/lib/core/web/provider-error";
import type { GocardlessCaller } from "@/lib/providers/payments/gocardless/client";
import { mapEvent, mapPayment, pageOf } from "@/lib/providers/payments/gocardless/map";
import type { Payments } from "@/lib/providers/payments/port";

/** No limit is documented, but a published client of GoCardless cuts here. A longer text might fail the payment. */
const MAX_DESCRIPTION = 100;

export function gocardlessPayments(gc: GocardlessCaller): Payments {
  const read = async (paymentId: string) => mapPayment(await gc.call((client) => client.payments.find(paymentId)));
  /** Reads a payment that exists under the key. An error here does not mean that the payment was refused. */
  const readMade = async (paymentId: string) => {
    try {
      return await read(paymentId);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.isOutcomeUnknown) throw error;
      throw new ProviderError("unavailable", `payment exists but cannot be read: ${error.message}`, error.code);
    }
  };
  return {
    read,
    create: async (payment, key) => {
      try {
        const made = await gc.call((client) =>
          client.payments.create(
            {
              amount: payment.amountCents,
              currency: "EUR",
              charge_date: payment.chargeDate,
              reference: payment.reference,
              description: [...payment.description].slice(0, MAX_DESCRIPTION).join(""),
              metadata: payment.metadata,
              // Only we may retry (reference: domain rules, section 4).
              retry_if_possible: false,
              links: { mandate: payment.mandateId },
            },
            key,
          ),
        );
        return mapPayment(made);
      } catch (error) {
        if (error instanceof ProviderError && error.kind === "conflict" && error.code?.startsWith("PM"))
          return await readMade(error.code);
        throw error;
      }
    },
    listOfMandate: async (mandateId, since) => {
      const page = await gc.call((client) =>
        client.payments.list({ mandate: mandateId, created_at: { gte: since.toISOString() }, limit: 500 }),
      );
      return page.payments.map(mapPayment);
    },
    list: async (window) => {
      const page = await gc.call((client) => client.payments.list(pageOf(window)));
      return { rows: page.payments.map(mapPayment), next: page.meta.cursors.after ?? undefined };
    },
    events: async (paymentId) => {
      const page = await gc.call((client) => client.events.list({ payment: paymentId, limit: 500 }));
      return page.events.map(mapEvent);
    },
    cancel: async (paymentId) => mapPayment(await gc.call((client) => client.payments.cancel(paymentId, {}))),
  };
}
