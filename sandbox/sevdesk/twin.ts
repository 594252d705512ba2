/**
 * sevdesk as the product sees it: the API of one or more accounts, and control panel routes that play their users. It
 * shares no code with the product.
 *
 * From the vendor's OpenAPI file (schema/):
 * - fields and types of answers and bodies, paths, filters, `limit` 1 to 1000, `countAll` with `total` as a text;
 * - references with both parts, 201 for new records, 400 for an unknown id, `depth`;
 * - the statuses 100, 200, 750 and 1000, types of invoices and bookings;
 * - that an online account needs a transaction, and that a cancellation is paid at once.
 *
 * Observed by independent clients: the key without a scheme, the form of errors, values as texts, null for empty
 * fields, a default page of 100, `debit` and whole references by `embed`.
 *
 * Guessed, so tests must not rely on it:
 * - 422 for a wrong body and for a booking above the open amount; status 500 for a cancelled invoice;
 * - that booking changes `update`; that a final invoice shows its full sum and a `debit` less its advances
 *   (`finalSums`);
 * - that `paymtPurpose` finds parts; the transaction's status 200 while part of it is left, and 400 after;
 * - four calls a second; what the types that write off do; a reminder's number and its status 200;
 * - foreign sums at one rate.
 *
 * Not implemented: writing invoices and contacts by the API, which the control panel does; vouchers, credit notes,
 * orders, parts, tags, exports; XML and form bodies; other versions of resources. Filters and embeddings that are not
 * implemented are refused with the twin's own message.
 */
import type { Server } from "node:http";
import { portOf, Router, startServer } from "../kit/http";
import type { Kit, Twin } from "../kit/twin";
import { addAccounts } from "./accounts";
import { addBasics } from "./basics";
import { addBooking } from "./booking";
import { addContacts } from "./contacts";
import { layDemo, openDemoClient } from "./demo";
import { addDeskRoutes } from "./desk";
import { clientOf, Gate } from "./gate";
import { addInvoices } from "./invoices";
import { cutPage, errorReply, tooManyReply } from "./replies";
import { ledgerOf, stateOf } from "./state";
import { type SevdeskOptions, World } from "./world";

export interface SevdeskTwin extends Twin {
  /** The twin's address, once started. */
  readonly origin: string;
}

export function createSevdeskTwin(kit: Kit, options: SevdeskOptions = {}): SevdeskTwin {
  const world = new World(kit, options);
  const router = routerFor(world);
  let server: Server | undefined;
  let origin = "";
  return {
    name: "sevdesk",
    get origin() {
      return origin;
    },
    async start(port) {
      // A store from before this twin existed has no account yet.
      if (world.clients.size === 0) openDemoClient(world);
      server = await startServer(port, {
        provider: "sevdesk",
        router,
        faults: kit.faults,
        log: kit.log,
        store: kit.store,
        notFound: (reason) =>
          reason === "path" ? errorReply(404, "Resource not found") : errorReply(405, "Method not allowed"),
        tooMany: tooManyReply,
        cutPage,
        organisationOf: (request) => clientOf(world, request)?.id,
      });
      origin = `http://localhost:${portOf(server)}`;
    },
    async stop() {
      const closing = server;
      if (!closing) return;
      closing.closeAllConnections();
      await new Promise((resolve) => closing.close(resolve));
    },
    state: () => stateOf(world, origin),
    ledger: () => ledgerOf(world),
    reset(scenario) {
      world.clear();
      const client = openDemoClient(world);
      if (scenario === "demo") layDemo(world, client);
    },
    deskRoutes: (desk) => addDeskRoutes(world, desk),
  };
}

function routerFor(world: World): Router {
  const router = new Router();
  const gate = new Gate(world, router);
  addBasics(world, gate);
  addContacts(world, gate);
  addInvoices(world, gate);
  addBooking(world, gate);
  addAccounts(world, gate);
  return router;
}
