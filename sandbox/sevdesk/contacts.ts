import type { Call, Gate } from "./gate";
import type { Contact } from "./model";
import { isInTime, Query, TIME_FILTERS } from "./query";
import { answer, missing, refuse } from "./replies";
import { showAddress, showContact, showCountry, showMethod, showWay } from "./show-contact";
import type { World } from "./world";

const CONTACT_FILTERS = [
  ...["depth", "customerNumber", "name", "parent[id]", "parent[objectName]", "orderByCustomerNumber"],
  ...TIME_FILTERS,
];
const OF_CONTACT = ["contact[id]", "contact[objectName]"];

/** Adds the read-only routes for contacts, their details, and the payment methods that invoices refer to. */
export function addContacts(world: World, gate: Gate): void {
  gate.on("GET", "/Contact", (call) => listContacts(world, call));
  gate.on("GET", "/Contact/:id", (call) => {
    const embed = new Query(call.request, []).embed(["parent"]);
    const contact = world.contacts.get(call.request.params.id ?? "");
    if (contact?.clientId !== call.client.id) return missing("Contact");
    return answer([showContact(world, contact, embed.has("parent"))]);
  });
  gate.on("GET", "/CommunicationWay", (call) => {
    const query = new Query(call.request, [...OF_CONTACT, "type", "main"]);
    const contactId = query.reference("contact", "Contact");
    const [type, main] = [query.text("type"), query.text("main")];
    if (type !== undefined && !["EMAIL", "PHONE", "WEB", "MOBILE"].includes(type))
      refuse(400, "Parameter 'type' is unknown");
    const hits = world.ways.filter(
      (one) =>
        one.clientId === call.client.id &&
        (contactId === undefined || one.contactId === contactId) &&
        (type === undefined || one.type === type) &&
        (main === undefined || one.isMain === (main === "1")),
    );
    return query.page(hits, showWay);
  });
  gate.on("GET", "/ContactAddress", (call) => {
    const query = new Query(call.request, OF_CONTACT);
    const contactId = query.reference("contact", "Contact");
    const embed = query.embed(["country"]);
    const hits = world.addresses.filter(
      (one) => one.clientId === call.client.id && (contactId === undefined || one.contactId === contactId),
    );
    return query.page(hits, (one) => showAddress(one, embed.has("country")));
  });
  gate.on("GET", "/StaticCountry", (call) => new Query(call.request, []).page(["1", "2", "3"], showCountry));
  gate.on("GET", "/PaymentMethod", (call) =>
    new Query(call.request, []).page(
      world.methods.filter((one) => one.clientId === call.client.id),
      showMethod,
    ),
  );
}

/** Lists contacts. Without `depth=1` the vendor lists organisations only. */
function listContacts(world: World, call: Call) {
  const query = new Query(call.request, CONTACT_FILTERS);
  const embed = query.embed(["parent"]);
  const depth = query.text("depth") ?? "0";
  if (depth !== "0" && depth !== "1") refuse(400, "Parameter 'depth' must be 0 or 1");
  const number = query.text("customerNumber");
  const name = query.text("name");
  const parentId = query.reference("parent", "Contact");
  const isNamed = (one: Contact): boolean => [one.name, one.firstName, one.lastName].includes(name ?? null);
  const hits = world.contacts.filter(
    (one) =>
      one.clientId === call.client.id &&
      (depth === "1" || one.name !== null) &&
      (number === undefined || one.customerNumber === number) &&
      (name === undefined || isNamed(one)) &&
      (parentId === undefined || one.parentId === parentId) &&
      isInTime(query, one),
  );
  const sign = query.text("orderByCustomerNumber") === "DESC" ? -1 : 1;
  if (query.text("orderByCustomerNumber") !== undefined)
    hits.sort((a, b) => sign * a.customerNumber.localeCompare(b.customerNumber, "de", { numeric: true }));
  return query.page(hits, (one) => showContact(world, one, embed.has("parent")));
}
