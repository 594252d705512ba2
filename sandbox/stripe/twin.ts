/**
 * A strict, stateful stand-in for Stripe Billing (API version 2026-10-28.endive), which the real `stripe` 23.1.0 can
 * use unchanged. It shares no code with the product.
 *
 * From the published client's types (schema/): fields, parameters, enums and what is required; removed parameters are
 * refused.
 *
 * From vendor documents and changelogs:
 * - form encoding and clearing by empty texts, error JSON and statuses;
 * - idempotency (replay, mismatch; nothing stored for refused parameters), the signature;
 * - item-level periods, flexible billing, the two pauses, 23 hours of `incomplete`;
 * - SEPA debits that take days, test cards, the first test IBAN.
 *
 * From memory or guessed, because no document was at hand:
 * - many messages; numbers of lists; `Idempotent-Replayed`; the other test IBANs and ready-made methods;
 * - the order of events; drafts of one hour; `trial_will_end` 3 and `invoice.upcoming` 7 days before;
 * - retries after 3, 5 and 7 days, then `unpaid`; seven TARGET days for a debit;
 * - that a coupon for one invoice ends with the first invoice it reduced; that proration amounts include discounts;
 * - ids of previews; refusals of subscriptions with a schedule; the portal link's five minutes unopened;
 * - 19 % for customers in the EU without a VAT id.
 *
 * What the vendor knows but this twin does not implement is refused with `parameter_not_played`, a code of its own.
 */
import type { Server } from "node:http";
import { portOf, Router, startServer, type TwinRequest } from "../kit/http";
import type { Kit, Twin } from "../kit/twin";
import { Api, customerOf, tooManyReply, unknownPath } from "./api";
import { catchUp } from "./billing";
import { catalogRoutes } from "./catalog";
import { checkoutRoutes } from "./checkout";
import { checkoutPages } from "./checkout-page";
import { couponRoutes } from "./coupons";
import { layCatalog } from "./demo";
import { deskRoutes } from "./desk";
import { disputeRoutes } from "./disputes";
import { invoicePages } from "./invoice-page";
import { invoiceRoutes } from "./invoices";
import { cutPage } from "./lists";
import { Outbox } from "./outbox";
import { paymentMethodRoutes } from "./payment-methods";
import { customerRoutes } from "./people";
import { portalRoutes } from "./portal";
import { configurationRoutes } from "./portal-configurations";
import { portalPages } from "./portal-page";
import { openRecords } from "./records";
import { scheduleRoutes } from "./schedules";
import { intentRoutes } from "./setup-intents";
import { ledgerOf, stateOf } from "./state";
import { subscriptionRoutes } from "./subscriptions";
import { testClockRoutes } from "./test-clocks";
import { eventRoutes } from "./webhook-endpoints";
import { DEFAULT_SETTINGS, type Settings, type World } from "./world";

export function createStripeTwin(kit: Kit, options: Partial<Settings> = {}): Twin {
  const settings = { ...DEFAULT_SETTINGS, ...options };
  const records = openRecords(kit.store);
  const outbox = new Outbox(kit, records, settings);
  const world: World = { kit, settings, records, outbox, instant: null, mistakes: [], call: null, origin: "" };
  const router = routerOf(world);
  let server: Server | undefined;
  kit.clock.onDay(() => catchUp(world));
  return {
    name: "stripe",
    async start(port) {
      const { faults, log, store } = kit;
      // A store from before this twin existed has no plans to sell.
      if (records.products.size === 0) layCatalog(world);
      const base = { provider: "stripe", router, faults, log, store };
      const organisationOf = (request: TwinRequest) => customerOf(world, request);
      const replies = { notFound: unknownPath, tooMany: tooManyReply, cutPage };
      server = await startServer(port, { ...base, ...replies, faultFree: isPersonsPage, organisationOf });
      world.origin = `http://localhost:${portOf(server)}`;
      outbox.start();
    },
    async stop() {
      outbox.stop();
      server?.closeAllConnections();
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
      server = undefined;
    },
    sendWebhooks: () => world.outbox.settle(),
    state: () => stateOf(world, server ? world.origin : null),
    ledger: () => ledgerOf(world),
    reset() {
      outbox.clear();
      world.mistakes.length = 0;
      for (const collection of Object.values(records)) collection.clear();
      layCatalog(world);
      kit.store.flush();
    },
    deskRoutes: (desk) => deskRoutes(world, desk),
  };
}

function routerOf(world: World): Router {
  const router = new Router();
  const api = new Api(world, router);
  customerRoutes(api);
  paymentMethodRoutes(api);
  intentRoutes(api);
  catalogRoutes(api);
  couponRoutes(api);
  subscriptionRoutes(api);
  scheduleRoutes(api);
  invoiceRoutes(api);
  disputeRoutes(api);
  checkoutRoutes(api);
  configurationRoutes(api);
  portalRoutes(api);
  eventRoutes(api);
  testClockRoutes(api);
  checkoutPages(world, router);
  portalPages(world, router);
  invoicePages(world, router);
  return router;
}

/** True for pages that a person opens in a browser: armed faults apply only to the product's calls. */
function isPersonsPage(path: string): boolean {
  return !path.startsWith("/v1/");
}
