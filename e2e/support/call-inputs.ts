import fc from "fast-check";
import sharp from "sharp";
import { addDays } from "../../lib/core/time/dates";
import { allowed, type Schema } from "../../soak/fuzz/schema-values";
import { ASSERTION, ATTESTATION, BILLING, COMPANY, WORDING } from "./action-inputs";
import type { Access } from "./build";
import type { Supplier } from "./supplier";
import type { Victim } from "./tenants";

/** One call of the API, e.g. `GET /customers/{customerId}`. */
export interface Call {
  name: string;
  method: string;
  path: string;
  access: Access;
  /** False for a call that refuses API keys. */
  takesKeys: boolean;
  body?: Schema;
}

interface Operation {
  "x-access": Access;
  "x-key-scope"?: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Returns every call in the API description of the running product. */
export async function callsOf(app: string): Promise<Call[]> {
  const document = (await (await fetch(`${app}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([key, operation]) => {
      const method = key.toUpperCase();
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
      const takesKeys = operation["x-key-scope"] !== undefined;
      return { name: `${method} ${path}`, method, path, access: operation["x-access"], takesKeys, body };
    }),
  );
}

/** Query parameters that a call requires. */
const QUERIES: Record<string, string> = {
  "GET /connect/lexoffice": "?code=x&state=x",
  "GET /connect/datev": "?code=x&state=x",
  "GET /connect/gocardless/redirect": "?code=x&state=x",
  "GET /stripe/{customerId}/upgrade": "?premium=true&interval=monthly",
};

function idOf({ name, path }: Call, { ids, supplier }: Victim): string {
  // Two calls take the id of the person who owns the passkeys.
  if (name === "GET /passkeys/{id}" || path.includes("passkeys/login/")) return supplier.userId;
  if (path.includes("passkeys/")) return ids.passkeyId;
  if (path.includes("e-invoices/")) return ids.eInvoiceId;
  if (path.includes("payouts/")) return ids.payoutId;
  if (path.includes("without/check")) return ids.externalId;
  return path.includes("contacts/create") ? ids.contactId : ids.requestId;
}

/** Returns the address of a call with the victim's ids, in the given account. */
export function addressOf(call: Call, victim: Victim, account: Pick<Supplier, "customerId" | "userId">): string {
  const path = call.path
    .replace("{customerId}", account.customerId)
    .replace("{userId}", account.userId)
    .replace("{type}", "LEXOFFICE")
    .replace("{tab}/{language}", "with-invoice/de")
    .replace("{id}", idOf(call, victim));
  return `/api/v1${path}${QUERIES[call.name] ?? ""}`;
}

/**
 * Returns a body that each call accepts as well-formed; without an entry in `SPECIAL`, a sample that the description
 * allows.
 */
export async function bodyOf({ name, body }: Call, victim: Victim): Promise<string | FormData | undefined> {
  if (name.endsWith("/logo") && body) return await logoForm();
  if (name.endsWith("/e-invoices") && body) return invoiceForm();
  const special = SPECIAL[name]?.(victim);
  if (special) return JSON.stringify(special);
  return body ? JSON.stringify(fc.sample(allowed(body), { seed: 6, numRuns: 1 })[0]) : undefined;
}

const emailOf = ({ mark }: Victim) => `other-${mark}@stranger.example`.toLowerCase();

const SPECIAL: Record<string, (victim: Victim) => object> = {
  "POST /register/customer": (victim) => ({
    ...{ ...COMPANY, ...BILLING, name: "N", email: emailOf(victim), password: `Kormoran-${victim.mark}-42-!!` },
  }),
  "POST /register/forgotten-password": (victim) => ({ email: emailOf(victim) }),
  "PUT /customers/{customerId}/billing-contact": (victim) => ({ ...BILLING, name: "N", email: emailOf(victim) }),
  "POST /passkeys/register/{userId}/finish": ({ mark }) => ({ ...ATTESTATION, id: mark, rawId: mark }),
  // Terms that were accepted cannot be revoked, so only `true` is allowed.
  "PUT /users/{userId}": () => ({ acceptedTermsOfService: true }),
  "PUT /users/{userId}/address": (victim) => ({ email: emailOf(victim) }),
  "POST /users/{userId}/proof/passkey": ({ mark }) => ({ ...ASSERTION, id: mark, rawId: mark }),
  "POST /passkeys/login/{id}/finish": ({ mark }) => ({ ...ASSERTION, id: mark, rawId: mark }),
  "POST /lexoffice/core/{customerId}/voucherList": ({ until }) => ({ dateFrom: addDays(until, -60), dateTo: until }),
  "POST /customers/{customerId}/sevdesk/sync": ({ until }) => ({ from: addDays(until, -60), to: until }),
  "PUT /customers/{customerId}/email-templates/{tab}/{language}": () => WORDING,
  "POST /customers/{customerId}/email-templates/{tab}/{language}/preview": () => WORDING,
};

function invoiceForm(): FormData {
  const form = new FormData();
  form.set("file", new File(["<Invoice/>"], "RE-1.xml", { type: "application/xml" }));
  return form;
}

async function logoForm(): Promise<FormData> {
  const picture = { width: 40, height: 10, channels: 3 as const, background: "#336699" };
  const bytes = await sharp({ create: picture }).png().toBuffer();
  const form = new FormData();
  form.set("logo", new File([new Uint8Array(bytes)], "logo.png", { type: "image/png" }));
  return form;
}

/** True if a body has fields named like ids; a VAT id does not count. */
export function namesIds({ body }: Call): boolean {
  return body ? namesIn(body).some((name) => /^ids?$|Ids?$/.test(name) && name !== "vatId") : false;
}

function namesIn({ properties = {}, items, prefixItems = [], anyOf = [], oneOf = [], allOf = [] }: Schema): string[] {
  const inner = [...Object.values(properties), ...prefixItems, ...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])];
  return [...Object.keys(properties), ...inner.flatMap(namesIn)];
}
