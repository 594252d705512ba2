import { type Fields, isDay, isFields } from "../kit/fields";
import { issue, nameOf } from "./contacts";
import type { Gate } from "./gate";
import { isUuid, readObject, textOrNull } from "./input";
import type { Organisation, Voucher, VoucherType } from "./model";
import { emptyVoucher, linesFor } from "./new-voucher";
import { pageOf } from "./paging";
import { actionResult, type Issue, refuse, refuseLegacy } from "./replies";
import { bookkeepingVoucher } from "./voucher-forms";
import { changeVoucher, keepNewVoucher } from "./voucher-life";
import { encodeHtml } from "./voucherlist";
import { centsOf, type World } from "./world";

const PATH = "/v1/vouchers";
const TYPES: readonly VoucherType[] = ["salesinvoice", "salescreditnote", "purchaseinvoice", "purchasecreditnote"];

/**
 * Adds the routes for bookkeeping vouchers, which are created outside Lexware. Only `open` and `unchecked` can be
 * written; no call sets `paid`.
 */
export function addBookkeeping(world: World, gate: Gate): void {
  gate.on("GET", PATH, "vouchers.read", ({ request, organisation }) => {
    const number = request.query.get("voucherNumber");
    if (!number) return refuseLegacy(400, [issue("missing_entity", "voucherNumber")]);
    const hits = world.vouchers.filter(
      (one) =>
        one.organisationId === organisation.id && TYPES.includes(one.type) && encodeHtml(one.number ?? "") === number,
    );
    const sorting = { property: "voucherNumber", direction: "ASC" } as const;
    return { status: 200, body: pageOf(world, request, hits, sorting, bookkeepingVoucher) };
  });
  gate.on("GET", `${PATH}/:id`, "vouchers.read", ({ request, organisation }) => ({
    status: 200,
    body: bookkeepingVoucher(find(world, organisation, request.params.id)),
  }));
  gate.on("POST", PATH, "vouchers.write", ({ request, organisation }) => {
    const input = readVoucher(world, organisation, readObject(world, request));
    const voucher = keepNewVoucher(world, { ...emptyVoucher(world, organisation.id), ...input });
    return { status: 200, body: actionResult(request, PATH, voucher) };
  });
  gate.on("PUT", `${PATH}/:id`, "vouchers.write", ({ request, organisation }) => {
    const before = find(world, organisation, request.params.id);
    const body = readObject(world, request);
    if (body.version !== before.version) refuse(world, request, 409, "The version of the voucher is stale.");
    const input = readVoucher(world, organisation, body);
    if (before.status !== "open" && before.status !== "unchecked")
      refuseLegacy(406, [issue("invalid_value", "voucherStatus")]);
    if (before.status === "open" && input.status === "unchecked")
      refuseLegacy(406, [issue("invalid_value", "voucherStatus")]);
    return { status: 200, body: actionResult(request, PATH, changeVoucher(world, before, input)) };
  });
}

function find(world: World, organisation: Organisation, id = ""): Voucher {
  const voucher = world.vouchers.get(id);
  if (voucher?.organisationId !== organisation.id || !TYPES.includes(voucher.type))
    return refuseLegacy(404, [issue("not_found", "id")]);
  return voucher;
}

function readVoucher(
  world: World,
  organisation: Organisation,
  body: Fields,
): Partial<Voucher> & Pick<Voucher, "status"> {
  const issues: Issue[] = [];
  const missing = (source: string) => issues.push(issue("missing_entity", source));
  const type = TYPES.find((one) => one === body.type);
  if (!type) missing("type");
  const status = body.voucherStatus === "unchecked" ? "unchecked" : "open";
  if (body.voucherStatus !== undefined && body.voucherStatus !== status)
    issues.push(issue("invalid_value", "voucherStatus"));
  if (status === "unchecked" && body.taxType === "net") issues.push(issue("invalid_value", "taxType"));
  const day = (name: string) => (isDay(String(body[name]).slice(0, 10)) ? String(body[name]).slice(0, 10) : null);
  const date = day("voucherDate");
  if (!date) missing("voucherDate");
  const total = centsOf(body.totalGrossAmount);
  const tax = centsOf(body.totalTaxAmount);
  if (total === undefined) missing("totalGrossAmount");
  if (tax === undefined) missing("totalTaxAmount");
  if (!Array.isArray(body.voucherItems) || !body.voucherItems.every(isFields)) missing("voucherItems");
  const contact = isUuid(body.contactId) ? world.contacts.get(body.contactId) : undefined;
  if (body.useCollectiveContact !== true && contact?.organisationId !== organisation.id) missing("contactId");
  if (issues.length > 0 || !type || !date || total === undefined || tax === undefined) refuseLegacy(406, issues);
  return {
    type,
    status,
    date,
    number: textOrNull(body.voucherNumber),
    dueDate: day("dueDate") ?? date,
    contactId: contact?.id ?? null,
    contactName: contact ? nameOf(contact) : "Sammelkunde",
    ...linesFor(textOrNull(body.remark) ?? "Beleg", total, 19),
    netCents: total - tax,
    taxes: [{ rate: tax === 0 ? 0 : 19, netCents: total - tax, taxCents: tax }],
    remark: textOrNull(body.remark) ?? "",
  };
}
