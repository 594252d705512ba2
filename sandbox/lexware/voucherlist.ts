import { isDay } from "../kit/fields";
import type { TwinRequest } from "../kit/http";
import type { Gate } from "./gate";
import { dayOf, isUuid } from "./input";
import { VOUCHER_TYPES, type Voucher } from "./model";
import { pageOf, type Sorting } from "./paging";
import { refuse } from "./replies";
import { isOverdue } from "./voucher-amounts";
import { listRow } from "./voucher-forms";
import type { World } from "./world";

const STATUSES = [
  "draft",
  "open",
  "overdue",
  "paid",
  "paidoff",
  "voided",
  "transferred",
  "sepadebit",
  "accepted",
  "rejected",
  "unchecked",
  "blank",
];
const SORTS = ["voucherDate", "voucherNumber", "createdDate", "updatedDate"];

export function addVoucherlist(world: World, gate: Gate): void {
  gate.on("GET", "/v1/voucherlist", "voucherlist.read", ({ request, organisation }) => {
    const matches = readFilter(world, request);
    const sorting = readSorting(world, request);
    const hits = world.vouchers.by("organisationId", organisation.id).filter(matches);
    sortVouchers(hits, sorting);
    const today = world.today();
    return { status: 200, body: pageOf(world, request, hits, sorting, (voucher) => listRow(voucher, today)) };
  });
}

type Test = (voucher: Voucher) => boolean;

/** Reads the filters; every wrong parameter is a 400 that names it. */
function readFilter(world: World, request: TwinRequest): Test {
  const types = mandatoryList(world, request, "voucherType", VOUCHER_TYPES);
  const tests: Test[] = [
    (voucher) => types.includes("any") || types.includes(voucher.type),
    statusTest(world, request),
  ];
  const { query } = request;
  const archived = query.get("archived");
  if (archived !== null) {
    if (archived !== "true" && archived !== "false") invalid(world, request, "archived", archived);
    tests.push((voucher) => String(voucher.archived) === archived);
  }
  const contactId = query.get("contactId");
  if (contactId !== null) {
    if (!isUuid(contactId)) invalid(world, request, "contactId", contactId);
    tests.push((voucher) => voucher.contactId === contactId.toLowerCase());
  }
  const number = query.get("voucherNumber");
  // The search index holds HTML-encoded text, so a bare & in the query finds nothing.
  if (number !== null) tests.push((voucher) => voucher.number !== null && encodeHtml(voucher.number) === number);
  tests.push(...dayTests(world, request));
  return (voucher) => tests.every((test) => test(voucher));
}

function statusTest(world: World, request: TwinRequest): Test {
  const statuses = mandatoryList(world, request, "voucherStatus", STATUSES);
  if (statuses.includes("overdue") && statuses.length > 1)
    refuse(world, request, 400, "voucherStatus filter 'overdue' cannot be used in combination with other states");
  const today = world.today();
  if (statuses.includes("any")) return () => true;
  if (statuses.includes("overdue")) return (voucher) => isOverdue(voucher, today);
  // `open` includes overdue documents, which only their status label shows.
  return (voucher) => statuses.includes(voucher.status);
}

function dayTests(world: World, request: TwinRequest): Test[] {
  const fields: [string, (voucher: Voucher) => string][] = [
    ["voucherDate", (voucher) => voucher.date],
    ["createdDate", (voucher) => dayOf(voucher.createdAt)],
    ["updatedDate", (voucher) => dayOf(voucher.updatedAt)],
  ];
  const tests: Test[] = [];
  for (const [name, dayFrom] of fields) {
    const from = readDay(world, request, `${name}From`);
    const to = readDay(world, request, `${name}To`);
    if (from) tests.push((voucher) => dayFrom(voucher) >= from);
    if (to) tests.push((voucher) => dayFrom(voucher) <= to);
  }
  return tests;
}

function readDay(world: World, request: TwinRequest, name: string): string | null {
  const value = request.query.get(name);
  if (value !== null && !isDay(value)) invalid(world, request, name, value);
  return value;
}

function mandatoryList(world: World, request: TwinRequest, name: string, allowed: readonly string[]): string[] {
  const given = request.query.getAll(name).join(",");
  if (given === "") refuse(world, request, 400, `Required request parameter '${name}' is not present.`);
  const values = given.split(",").map((value) => value.trim());
  for (const value of values) if (value !== "any" && !allowed.includes(value)) invalid(world, request, name, value);
  return values;
}

function readSorting(world: World, request: TwinRequest): Sorting {
  const given = request.query.get("sort");
  if (given === null) return { property: "voucherDate", direction: "DESC" };
  const [property = "", direction = "ASC"] = given.split(",");
  const wanted = direction.toUpperCase();
  if (!SORTS.includes(property) || (wanted !== "ASC" && wanted !== "DESC")) invalid(world, request, "sort", given);
  return { property, direction: wanted as Sorting["direction"] };
}

function sortVouchers(vouchers: Voucher[], sorting: Sorting): void {
  const keys: Record<string, (voucher: Voucher) => string> = {
    voucherDate: (voucher) => voucher.date,
    voucherNumber: (voucher) => voucher.number ?? "",
    createdDate: (voucher) => new Date(voucher.createdAt).toISOString(),
    updatedDate: (voucher) => new Date(voucher.updatedAt).toISOString(),
  };
  const keyOf = keys[sorting.property];
  if (!keyOf) return;
  const sign = sorting.direction === "ASC" ? 1 : -1;
  const keyed = vouchers.map((voucher) => ({ voucher, key: keyOf(voucher) }));
  keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.voucher.id < b.voucher.id ? -1 : 1));
  for (const [i, { voucher }] of keyed.entries()) vouchers[i] = voucher;
}

function invalid(world: World, request: TwinRequest, name: string, value: string): never {
  return refuse(world, request, 400, `Invalid value '${value}' for parameter '${name}'.`);
}

export function encodeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
