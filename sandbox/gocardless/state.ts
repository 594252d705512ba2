import { show as showBillingRequest } from "./billing-requests";
import { nameOf, showCustomer } from "./customers";
import { showInstalmentSchedule, showSubscription } from "./engines";
import { showEvent } from "./events";
import { showMandate } from "./mandates";
import { showCreditor } from "./organisations";
import { showPayment } from "./payments";
import { itemsOf, showItem, showPayout } from "./payouts";
import type { Mandate, Owned } from "./records";
import { APP, redirectUriOf, type World, webhookUrlOf } from "./world";

const EVENTS_SHOWN = 200;
const DELIVERIES_SHOWN = 50;

/** Returns this twin's part of GET /state. */
export function stateOf(world: World, apiUrl: string | null): Record<string, unknown> {
  const { records, kit } = world;
  const withOwner = (doc: Owned, shown: Record<string, unknown>) => ({ organisation: doc.organisation, ...shown });
  return {
    clientId: APP.clientId,
    clientSecret: APP.clientSecret,
    redirectUri: redirectUriOf(kit),
    webhookUrl: webhookUrlOf(kit),
    webhookSecret: APP.webhookSecret,
    accessToken: APP.demoToken,
    apiUrl,
    connections: records.connections.all().map(({ id, organisation, scope, email, status, created_at }) => {
      return {
        id,
        organisation,
        name: records.organisations.get(organisation)?.name,
        email,
        scope,
        status,
        created_at,
      };
    }),
    organisations: records.organisations.all(),
    creditors: records.creditors.all().map((one) => withOwner(one, showCreditor(one))),
    customers: records.customers.filter((one) => !one.removed).map((one) => withOwner(one, showCustomer(one))),
    mandates: records.mandates
      .all()
      .map((one) => ({ ...withOwner(one, showMandate(world, one)), payer: payerOf(world, one) })),
    billingRequests: records.billingRequests.all().map((one) => {
      const flows = records.flows.filter((flow) => flow.billingRequest === one.id);
      const shownFlows = flows.map(({ id, authorisation_url, expires_at }) => ({ id, authorisation_url, expires_at }));
      return { ...withOwner(one, showBillingRequest(world, one)), flows: shownFlows };
    }),
    payments: records.payments.all().map((one) => withOwner(one, showPayment(one))),
    subscriptions: records.subscriptions.all().map((one) => withOwner(one, showSubscription(one))),
    instalmentSchedules: records.instalmentSchedules.all().map((one) => withOwner(one, showInstalmentSchedule(one))),
    payouts: records.payouts.all().map((one) => withOwner(one, showPayout(one))),
    payoutItems: records.payouts
      .all()
      .flatMap((payout) => itemsOf(world, payout).map((entry) => ({ payout: payout.id, ...showItem(entry) }))),
    refunds: records.refunds.all(),
    events: records.events.all().slice(-EVENTS_SHOWN).map(showEvent),
    deliveries: world.outbox
      .deliveries()
      .slice(-DELIVERIES_SHOWN)
      .map(({ headers: _headers, ...shown }) => shown),
  };
}

function payerOf(world: World, mandate: Mandate): { email: string | null; name: string } {
  const customer = world.records.customers.get(mandate.customer);
  return { email: customer?.email ?? null, name: customer ? nameOf(customer) : "" };
}

/** Returns the `gocardless` part of GET /ledger, in the shape that the design defines. */
export function ledgerOf(world: World): Record<string, unknown> {
  const { records } = world;
  return {
    payments: records.payments.all().map((payment) => ({
      id: payment.id,
      organisation: payment.organisation,
      mandate: payment.mandate,
      amountCents: payment.amount,
      chargeDate: payment.charge_date,
      reference: payment.reference,
      metadata: payment.metadata,
      idempotencyKey: payment.idempotencyKey,
      status: payment.status,
      history: payment.history,
    })),
    payouts: records.payouts.all().map((payout) => ({
      id: payout.id,
      organisation: payout.organisation,
      amountCents: payout.amount,
      items: itemsOf(world, payout).map((entry) => {
        return { type: entry.type, cents: entry.tenths / 10, payment: entry.payment };
      }),
    })),
    mandates: records.mandates.all().map((mandate) => ({
      id: mandate.id,
      organisation: mandate.organisation,
      customer: payerOf(world, mandate),
      status: mandate.status,
      history: mandate.history,
    })),
  };
}
