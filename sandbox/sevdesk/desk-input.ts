import { deskRefuse } from "../kit/desk-input";
import type { Client, Invoice } from "./model";
import type { World } from "./world";

/** Returns the account of a control panel call: by its id, otherwise the first one, which is the demo's. */
export function clientFor(world: World, id: unknown): Client {
  const client = id === undefined ? world.clients.all()[0] : world.clients.get(String(id));
  return client ?? deskRefuse(404, `no sevdesk account ${String(id)}`);
}

/** Returns an invoice by its id, or the newest with that number. */
export function findDeskInvoice(world: World, idOrNumber = ""): Invoice {
  const invoice = world.invoices.get(idOrNumber) ?? world.invoices.filter((one) => one.number === idOrNumber).at(-1);
  return invoice ?? deskRefuse(404, `no invoice ${idOrNumber}`);
}
