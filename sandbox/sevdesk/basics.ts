import type { Gate } from "./gate";
import { keep, send } from "./invoice-life";
import { findInvoice } from "./invoices";
import { Query } from "./query";
import { answer, refuse } from "./replies";
import { showUser } from "./show-account";
import type { World } from "./world";

/** The smallest valid PDF file. */
const PDF = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n";

/** Adds the routes for the key's user, the account's version, and the calls that send an invoice. */
export function addBasics(world: World, gate: Gate): void {
  gate.on("GET", "/Tools/bookkeepingSystemVersion", ({ client }) => answer({ version: client.systemVersion }));
  gate.on("GET", "/SevUser", ({ request, client }) => {
    const query = new Query(request, []);
    return query.page([client], showUser);
  });
  // Without `preventSendBy`, reading the PDF sends a draft; a client's author found that out by accident.
  gate.on("GET", "/Invoice/:id/getPdf", (call) => {
    const query = new Query(call.request, ["download", "preventSendBy"]);
    const invoice = findInvoice(world, call);
    if (invoice.status === 100 && !query.isSet("preventSendBy")) send(world, invoice, "VPDF");
    const filename = `${invoice.number ?? "Entwurf"}.pdf`;
    const content = Buffer.from(PDF).toString("base64");
    return answer({ filename, mimeType: "application/pdf", base64encoded: true, content });
  });
  gate.on("PUT", "/Invoice/:id/enshrine", (call) => {
    const invoice = findInvoice(world, call);
    if (invoice.status === 100) refuse(422, "A draft cannot be enshrined");
    keep(world, invoice, { enshrinedAt: world.now() });
    return answer(null);
  });
}
