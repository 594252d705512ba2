/**
 * A strict, stateful stand-in for GoCardless (API version 2015-07-06, SEPA Core only), which the real
 * `gocardless-nodejs` 10.1.2 can use unchanged. It shares no code with the product.
 *
 * From vendor documents, the published client or its fixtures:
 * - paths, envelopes, cursors, field names and enums; the error envelope and most reasons;
 * - idempotency conflicts; OAuth parameters and answers; flows that expire after 7 days;
 * - statuses of mandates and payments, their events, causes and SEPA reason codes;
 * - the SEPA timetable (+1 submitted, +3 charged, +4 confirmed, +6 paid out);
 * - payouts and item types, amounts in tenths of a cent, 410 after 6 months;
 * - webhook form, signature and 8 retries; scenario simulators and given-name scenarios.
 *
 * Guessed, because no document was found:
 * - reasons `missing_version_header`, `version_not_found`, `invalid_filters`, `invalid_cursor`, `billing_request_*`,
 *   `refund_payment_invalid_state`, `payout_items_archived`, `customer_data_removed`, `method_not_allowed`;
 * - that unknown attributes and filters are refused; 404 for links to unknown objects; numbers of the rate limit;
 * - the introspect answer; that `oauth/revoke` sends no event; the query of the payer's return (`outcome`, `id`);
 * - SEPA character set; no cut-off by default; days of refunds;
 * - fees (1 % + 20 cents, at most 4 euros), and that they are given back;
 * - that waiting payments move to a replaced mandate's successor;
 * - that a mandate becomes `submitted` and `active` in one step with its first payment.
 *
 * Subscriptions and instalment schedules can only be listed and read, and make no payments here: the product never
 * creates one.
 */
import type { Server } from "node:http";
import { portOf, Router, startServer, type TwinReply, type TwinRequest } from "../kit/http";
import type { Kit, Twin } from "../kit/twin";
import { connectionOf, Gate, limitHeaders, ResourceApi } from "./api";
import { bankAccountRoutes } from "./bank-accounts";
import { billingRequestRoutes } from "./billing-requests";
import { customerRoutes } from "./customers";
import { runDay } from "./day";
import { layDemo } from "./demo";
import { deskRoutes } from "./desk";
import { instalmentRoutes, subscriptionRoutes } from "./engines";
import { errorReply } from "./errors";
import { eventRoutes, webhookRoutes } from "./event-routes";
import { flowRoutes } from "./flows";
import { cutPage } from "./lists";
import { bankLookupRoutes, mandatePdfRoutes } from "./lookups";
import { mandateRoutes } from "./mandates";
import { oauthRoutes } from "./oauth";
import { creditorRoutes } from "./organisations";
import { Outbox } from "./outbox";
import { payerPageRoutes } from "./payer-page";
import { paymentRoutes } from "./payments";
import { payoutItemRoutes, payoutRoutes } from "./payouts";
import { openRecords } from "./records";
import { refundRoutes } from "./refunds";
import { simulatorRoutes } from "./simulators";
import { ledgerOf, stateOf } from "./state";
import { DEFAULT_SETTINGS, type Settings, type World } from "./world";

export function createGoCardlessTwin(kit: Kit, options: Partial<Settings> = {}): Twin {
  const settings = { ...DEFAULT_SETTINGS, ...options };
  const records = openRecords(kit.store);
  const world: World = { kit, settings, records, outbox: new Outbox(kit, records, settings) };
  const router = routerOf(world);
  let server: Server | undefined;
  kit.clock.onDay((day) => runDay(world, day));
  return {
    name: "gocardless",
    async start(port) {
      const { faults, log, store } = kit;
      const tooMany = () => tooManyReply(settings.requestsPerMinute);
      const base = { provider: "gocardless", router, faults, log, store, notFound: unknownPath };
      const organisationOf = (request: TwinRequest) => connectionOf(world, request)?.organisation;
      server = await startServer(port, { ...base, tooMany, faultFree: isPersonsPage, cutPage, organisationOf });
      world.outbox.start();
    },
    async stop() {
      world.outbox.stop();
      server?.closeAllConnections();
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
      server = undefined;
    },
    sendWebhooks: () => world.outbox.settle(),
    state: () => stateOf(world, server ? `http://localhost:${portOf(server)}` : null),
    ledger: () => ledgerOf(world),
    reset(scenario) {
      world.outbox.clear();
      for (const collection of Object.values(records)) collection.clear();
      if (scenario === "demo") layDemo(world);
      kit.store.flush();
    },
    deskRoutes: (desk) => deskRoutes(world, desk),
  };
}

function routerOf(world: World): Router {
  const router = new Router();
  const gate = new Gate(world);
  const api = (name: string) => new ResourceApi(world, router, gate, name);
  oauthRoutes(world, router);
  payerPageRoutes(world, router);
  creditorRoutes(world, api("creditors"));
  customerRoutes(world, api("customers"));
  bankAccountRoutes(world, api("customer_bank_accounts"));
  billingRequestRoutes(world, api("billing_requests"));
  flowRoutes(world, api("billing_request_flows"));
  mandateRoutes(world, api("mandates"));
  subscriptionRoutes(world, api("subscriptions"));
  instalmentRoutes(world, api("instalment_schedules"));
  paymentRoutes(world, api("payments"));
  refundRoutes(world, api("refunds"));
  payoutRoutes(world, api("payouts"));
  payoutItemRoutes(world, api("payout_items"));
  eventRoutes(world, api("events"));
  webhookRoutes(world, api("webhooks"));
  simulatorRoutes(world, api("scenario_simulators"));
  bankLookupRoutes(api("bank_details_lookups"));
  mandatePdfRoutes(world, api("mandate_pdfs"), router);
  return router;
}

/** True for pages that a person opens in a browser: armed faults apply only to the product's calls. */
function isPersonsPage(path: string): boolean {
  return path === "/oauth/authorize" || path.startsWith("/billing/static/") || path.startsWith("/mandate_pdf_files/");
}

function unknownPath(reason: "path" | "method", request: TwinRequest): TwinReply {
  const [status, name] = reason === "path" ? [404, "path_not_found"] : [405, "method_not_allowed"];
  const message = `${request.method} ${request.path} is not part of this API`;
  return errorReply(Number(status), "invalid_api_usage", message, [{ reason: String(name), message }]);
}

function tooManyReply(limit: number): TwinReply {
  const message = "Rate limit exceeded";
  const reply = errorReply(429, "invalid_api_usage", message, [{ reason: "rate_limit_exceeded", message }]);
  return { ...reply, headers: limitHeaders(limit, 0, Math.floor(Date.now() / 60_000)) };
}
