import type { Luck } from "./luck";
import type { FuzzTarget, Shot } from "./route-fuzz";
import { NASTY } from "./schema-values";

const SIGNATURE_HEADS = ["webhook-signature", "stripe-signature", "x-lxo-signature"];
const NO_EVENTS = ["", "{", "null", "[]", "\u0000", "1", '"a"', "[".repeat(20_000), '{"__proto__":{"events":[]}}'];

/**
 * Returns webhooks with unusual bodies, each once with a valid signature and once without: a holder of a vendor's key
 * may send anything.
 */
export function deliveriesOf(path: string, provider: string, target: FuzzTarget, luck: Luck): Shot[] {
  const events = EVENTS[provider]?.(luck, target.ids) ?? [];
  const texts = [...events.map((one) => JSON.stringify(one)), luck.of(NO_EVENTS)];
  return texts.flatMap((body) => [
    { method: "POST", path, headers: target.signatures[provider]?.(body) ?? {}, body, genuine: provider },
    { method: "POST", path, headers: { [luck.of(SIGNATURE_HEADS)]: luck.of(["x", "t=1,v1=x", "0".repeat(64)]) }, body },
  ]);
}

const NOW = "2026-09-01T10:00:00.000+02:00";
/** Includes dates that a calendar has but the database cannot store. */
const MOMENTS = [...NASTY, "+275760-09-13T00:00:00Z", "0000-01-01T00:00:00Z", "-000001-12-31T23:59:59Z"];

type Ids = FuzzTarget["ids"];

/** For each vendor: an event in the right form with nasty values, which must be stored, and events in a wrong form. */
const EVENTS: Record<string, (luck: Luck, ids: Ids) => unknown[]> = {
  gocardless: (luck, ids) => {
    const organisation = anyOf(luck, ids.organisation);
    const kind = luck.of(["payments", "mandates", "payouts", "billing_requests", "creditors", luck.of(NASTY)]);
    const links = { [kind.replace(/s$/, "")]: anyOf(luck, ids.id), organisation };
    const event = { id: luck.of(NASTY), created_at: NOW, resource_type: kind, action: luck.of(NASTY) };
    return [
      { events: [{ ...event, links }] },
      { events: [{ ...event, created_at: luck.of(MOMENTS), links }] },
      { events: [{ ...event, links: luck.of<unknown>([null, {}, { organisation: {} }, "x"]) }] },
      { events: luck.of<unknown>([null, "x", [null], [[]], {}]) },
    ];
  },
  stripe: (luck) => {
    const object = { object: luck.of(["customer", "subscription", luck.of(NASTY)]), id: luck.of(NASTY) };
    const event = { id: `evt ${luck.of(NASTY)}`, type: luck.of(["customer.subscription.updated", luck.of(NASTY)]) };
    return [
      { ...event, created: 1_790_000_000, data: { object: { ...object, customer: luck.of(NASTY) } } },
      { ...event, created: luck.of<unknown>([-1, 1e300, "x", null]), data: luck.of<unknown>([null, {}, { object }]) },
    ];
  },
  lexoffice: (luck, ids) => {
    const event = {
      organizationId: anyOf(luck, ids.organisation),
      eventType: luck.of(["invoice.changed", "payment.changed", "contact.deleted", luck.of(NASTY)]),
      resourceId: anyOf(luck, ids.id),
      eventDate: NOW,
    };
    const field = luck.of(Object.keys(event));
    return [
      event,
      { ...event, eventDate: luck.of(MOMENTS) },
      { ...event, [field]: luck.of<unknown>([null, 7, {}, [], luck.of(NASTY)]) },
    ];
  },
};

/** Returns an existing id or a text that cannot be one. */
function anyOf(luck: Luck, known: string[] = []): string {
  return luck.of([...known, luck.of(NASTY), luck.of(NASTY)]);
}
