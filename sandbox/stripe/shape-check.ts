import { readFileSync } from "node:fs";

type Type =
  | string
  | { enum: unknown[] }
  | { ref: string }
  | { array: Type }
  | { list: Type }
  | { map: Type }
  | { or: Type[] };
type Fields = Record<string, Type>;

const SHAPES = JSON.parse(readFileSync(new URL("./schema/shapes.json", import.meta.url), "utf8")) as Record<
  string,
  Fields | { enum: unknown[] }
>;
/** The shape of an object by its `object` field. */
const BY_OBJECT: Record<string, string> = {
  customer: "Customer",
  product: "Product",
  price: "Price",
  coupon: "Coupon",
  promotion_code: "PromotionCode",
  discount: "Discount",
  subscription: "Subscription",
  subscription_item: "SubscriptionItem",
  subscription_schedule: "SubscriptionSchedule",
  invoice: "Invoice",
  line_item: "InvoiceLineItem",
  invoice_payment: "InvoicePayment",
  payment_method: "PaymentMethod",
  setup_intent: "SetupIntent",
  payment_intent: "PaymentIntent",
  mandate: "Mandate",
  tax_id: "TaxId",
  charge: "Charge",
  dispute: "Dispute",
  event: "EventBase",
  webhook_endpoint: "WebhookEndpoint",
  "checkout.session": "Session",
  "billing_portal.session": "PortalSession",
  "billing_portal.configuration": "Configuration",
  "test_helpers.test_clock": "TestClock",
  item: "LineItem",
};

/** Compares an answer with the fields of the published client: none missing, none unknown, each of its type. */
export function shapeProblems(body: unknown): string[] {
  const problems: string[] = [];
  const object = body as { object?: string; data?: unknown; deleted?: boolean; type?: string };
  if (object.object === "list") return (object.data as unknown[]).flatMap(shapeProblems);
  if (object.deleted && object.object !== "discount") return problems;
  const name = BY_OBJECT[object.object ?? ""];
  if (!name) return [`no shape for ${String(object.object)}`];
  checkFields(object.deleted ? `Deleted${name}` : name, body as Record<string, unknown>, name, problems);
  if (object.object === "event") {
    const inner = (object.data as { object: { object: string } }).object;
    // An announced invoice has no id.
    if (object.type !== "invoice.upcoming") problems.push(...shapeProblems(inner));
  }
  return problems;
}

function checkFields(name: string, value: Record<string, unknown>, at: string, problems: string[]): void {
  const shape = SHAPES[name] as Fields;
  // Objects of free form have no described fields.
  if (Object.keys(shape).length === 0) return;
  const known = new Set<string>();
  for (const [written, type] of Object.entries(shape)) {
    const field = written.replace(/[?~]/g, "");
    known.add(field);
    const inner = value[field];
    const place = `${at}.${field}`;
    if (inner === undefined) {
      if (!written.includes("?") && type !== "void") problems.push(`${place} is missing`);
    } else if (inner === null) {
      if (!written.includes("~") && type !== "any") problems.push(`${place} is null`);
    } else if (problemOf(type, inner, place, problems))
      problems.push(`${place} is ${JSON.stringify(inner)?.slice(0, 60)}`);
  }
  for (const field of Object.keys(value)) if (!known.has(field)) problems.push(`${at}.${field} is not known`);
}

/** True if the value itself is wrong; faults inside it are added to `problems`. */
function problemOf(type: Type, value: unknown, at: string, problems: string[]): boolean {
  if (typeof type === "string") return !isPlain(type, value);
  if ("enum" in type) return !type.enum.includes(value);
  if ("or" in type) return !isOneOf(type.or, value, at, problems);
  if ("ref" in type) {
    const target = SHAPES[type.ref];
    if (target && Array.isArray(target.enum)) return !target.enum.includes(value);
    if (typeof value !== "object" || value === null) return true;
    checkFields(type.ref, value as Record<string, unknown>, at, problems);
    return false;
  }
  if ("map" in type) return typeof value !== "object";
  const rows = "list" in type ? (value as { object?: string; data?: unknown[] }).data : value;
  const inner = "list" in type ? type.list : type.array;
  if (!Array.isArray(rows)) return true;
  for (const [i, row] of rows.entries())
    if (problemOf(inner, row, `${at}[${i}]`, problems))
      problems.push(`${at}[${i}] is ${JSON.stringify(row)?.slice(0, 60)}`);
  return false;
}

function isOneOf(types: Type[], value: unknown, at: string, problems: string[]): boolean {
  const attempts = types.map((type) => {
    const found: string[] = [];
    return problemOf(type, value, at, found) ? [...found, "wrong"] : found;
  });
  if (attempts.some((found) => found.length === 0)) return true;
  const best = attempts.filter((found) => !found.includes("wrong")).sort((a, b) => a.length - b.length)[0];
  if (!best) return false;
  problems.push(...best);
  return true;
}

function isPlain(type: string, value: unknown): boolean {
  if (type === "any") return true;
  if (type === "decimal") return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
  if (type === "metadata")
    return typeof value === "object" && Object.values(value ?? {}).every((one) => typeof one === "string");
  return type !== "void" && typeof value === type;
}
