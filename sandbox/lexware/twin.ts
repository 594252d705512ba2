/**
 * Lexware Office as the product sees it: authorisation server and partner API on one port, callbacks, and control panel
 * routes that play its users. Written from /reference/lexware-office.md; shares no code with the product.
 *
 * From vendor documents:
 * - OAuth with PKCE, rotation, single-use codes and revocation; two simultaneous refreshes end the connection;
 * - answers to wrong tokens, scopes and rates; paging, search window and voucherlist rules (`open` includes overdue,
 *   `overdue` alone, day filters); both error forms; version rules; payments (406 on drafts);
 * - one hint per voucher; finance arrays accepted completely or not at all, idempotent by reference;
 * - event types, signature and delivery; the HEAD call to a new subscription's address, 406 without an answer.
 *
 * Guessed, so tests must not rely on it:
 * - 400 for a too large page size; the statuses of partner-integrations; 404 for a hint on an unknown voucher;
 * - that a refresh ends the old access token ("one access and one refresh token per connection");
 * - that a rotated refresh token ends the connection even much later, without an event `token.revoked`;
 * - that two accounts may have the same externalReference; that a transaction's amount is gross, with the fee separate;
 * - that payments change version and updatedDate only if the status changes;
 * - that a document finalised in one step sends created and status.changed; drafts have no number (null in the list);
 * - that a closed period refuses transactions like any other wrong value;
 * - that only a 2xx answers the HEAD call, within the timeout of a callback.
 *
 * Not implemented: TLS for callbacks on loopback, redirects of callbacks, articles, quotations and dunnings as
 * resources, file upload, sendmail, print layouts, countries, personal API keys.
 */
import type { Server } from "node:http";
import { portOf, Router, startServer } from "../kit/http";
import type { Kit, Twin } from "../kit/twin";
import { addBankAccounts } from "./bank-accounts";
import { addBookkeeping } from "./bookkeeping";
import { addContacts } from "./contacts";
import { addDeskRoutes } from "./desk-routes";
import { addFinanceAccounts } from "./finance-accounts";
import { addFinanceTransactions } from "./finance-transactions";
import { connectionOf, Gate } from "./gate";
import { addHints } from "./hints";
import { addSalesDocuments } from "./invoices";
import { addOAuth } from "./oauth";
import { cutPage } from "./paging";
import { addPayments } from "./payments";
import { addProfile } from "./profile";
import { gatewayError, regularError } from "./replies";
import { seedDemo } from "./seed";
import { ledgerOf, stateOf } from "./state";
import { addSubscriptions } from "./subscriptions";
import { addVoucherlist } from "./voucherlist";
import { type LexwareOptions, World } from "./world";

export interface LexwareTwin extends Twin {
  /** The twin's address, once started. */
  readonly origin: string;
}

export function createLexwareTwin(kit: Kit, options: LexwareOptions = {}): LexwareTwin {
  const world = new World(kit, options);
  const router = routerFor(world);
  let server: Server | undefined;
  let origin = "";
  return {
    name: "lexware",
    get origin() {
      return origin;
    },
    async start(port) {
      server = await startServer(port, {
        provider: "lexware",
        router,
        faults: kit.faults,
        log: kit.log,
        store: kit.store,
        notFound: (reason, request) =>
          reason === "path"
            ? regularError(world, request, 404, "The requested resource was not found.")
            : regularError(world, request, 405, `Method ${request.method} is not offered here.`),
        tooMany: () => gatewayError(429, "Rate limit exceeded"),
        faultFree: (path) => path === "/oauth2/authorize",
        cutPage,
        organisationOf: (request) => connectionOf(world, request)?.organisationId,
      });
      origin = `http://localhost:${portOf(server)}`;
      world.events.start();
    },
    async stop() {
      world.events.stop();
      const closing = server;
      if (!closing) return;
      closing.closeAllConnections();
      await new Promise((resolve) => closing.close(resolve));
    },
    sendWebhooks: () => world.events.settle(),
    state: () => stateOf(world, origin),
    ledger: () => ledgerOf(world),
    reset(scenario) {
      world.clear();
      if (scenario === "demo") seedDemo(world);
    },
    deskRoutes: (desk) => addDeskRoutes(world, desk),
  };
}

function routerFor(world: World): Router {
  const router = new Router();
  const gate = new Gate(world, router);
  addOAuth(world, router);
  router.on("GET", "/webhookSignature/public/public_key.pub", () => ({
    status: 200,
    headers: { "content-type": "text/plain" },
    body: world.config.publicKeyPem,
  }));
  addProfile(world, gate);
  addContacts(world, gate);
  addBankAccounts(world, gate);
  addVoucherlist(world, gate);
  addSalesDocuments(world, gate);
  addBookkeeping(world, gate);
  addPayments(world, gate);
  addHints(world, gate);
  addFinanceAccounts(world, gate);
  addFinanceTransactions(world, gate);
  addSubscriptions(world, gate);
  return router;
}
