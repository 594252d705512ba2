import { ProviderError } from "@/lib/core/provider-error";
import type { Payments, ProviderPayment } from "../port";
import type { GocardlessCaller } from "./client";
import { mapEvent, mapPayment } from "./map";

export function gocardlessPayments(gc: GocardlessCaller): Payments {
  const read = async (paymentId: string) => mapPayment(await gc.call((client) => client.payments.find(paymentId)));
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
              description: payment.description,
              metadata: payment.metadata,
              // We are the only one who tries again (reference: domain rules, section 4).
              retry_if_possible: false,
              links: { mandate: payment.mandateId },
            },
            key,
          ),
        );
        return mapPayment(made);
      } catch (error) {
        if (error instanceof ProviderError && error.kind === "conflict" && error.code?.startsWith("PM"))
          return await read(error.code);
        throw error;
      }
    },
    listOfMandate: async (mandateId, since) => {
      const page = await gc.call((client) =>
        client.payments.list({ mandate: mandateId, created_at: { gte: since.toISOString() }, limit: 500 }),
      );
      return page.payments.map(mapPayment);
    },
    listSince: async (since, limit = 500) => {
      const found: ProviderPayment[] = [];
      for (let after: string | undefined; ; ) {
        const page = await gc.call((client) =>
          client.payments.list({ created_at: { gte: since.toISOString() }, limit, ...(after ? { after } : {}) }),
        );
        found.push(...page.payments.map(mapPayment));
        after = page.meta.cursors?.after ?? undefined;
        // Lists come with the newest first.
        if (!after) return found.reverse();
      }
    },
    events: async (paymentId) => {
      const page = await gc.call((client) => client.events.list({ payment: paymentId, limit: 500 }));
      return page.events.map(mapEvent);
    },
    cancel: async (paymentId) => mapPayment(await gc.call((client) => client.payments.cancel(paymentId, {}))),
  };
}
