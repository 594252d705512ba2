import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type Link,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";

/**
 * Spans that answer where an invoice is stuck (decision 030). Without `OTEL_EXPORTER_OTLP_ENDPOINT` nothing of this does
 * anything. What is put into a span leaves the installation: ids and figures, never names, addresses, IBANs or secrets.
 */

/** What an operator searches by. A span that knows one tells it to all that begin inside of it. */
export interface TraceIds {
  requestId?: string;
  customerId?: string;
  invoiceId?: string;
  collectionId?: string;
}

export interface SpanSpec {
  /** Of a few words that repeat; what differs from call to call is an attribute. */
  name: string;
  kind?: "server" | "client" | "consumer";
  ids?: TraceIds;
  attributes?: Attributes;
  /** What it goes on from, as `traceNow` told it: a webhook that was stored, a job that was promised. */
  from?: string;
}

// One per process, however often bundling repeats this module.
const place = globalThis as { einzugTraces?: boolean };

export function isTracing(): boolean {
  return place.einzugTraces === true;
}

/** Told by `startTraces` when there is somebody to tell the spans to. */
export function setTracing(isOn: boolean): void {
  place.einzugTraces = isOn;
}

const KNOWN = createContextKey("einzug.ids");
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

/** Runs as a span. An error is told by its kind only, and thrown on. */
export async function inSpan<T>(spec: SpanSpec, run: () => Promise<T>): Promise<T> {
  if (!isTracing()) return await run();
  const current = context.active();
  const { parent, links } = origin(current, spec.from);
  const known = { ...knownIn(current) };
  learn(known, spec.ids);
  const options = {
    kind: spec.kind ? KINDS[spec.kind] : SpanKind.INTERNAL,
    attributes: { ...spec.attributes, ...asAttributes(known) },
    links,
  };
  const span = trace.getTracer("einzug").startSpan(spec.name, options, parent);
  return await context.with(trace.setSpan(parent.setValue(KNOWN, known), span), async () => {
    try {
      return await run();
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds to the current span, and ids to what begins inside of it, too. */
export function describeSpan(attributes: Attributes, ids: TraceIds = {}): void {
  if (!isTracing()) return;
  const known = knownIn(context.active());
  if (known) learn(known, ids);
  trace.getActiveSpan()?.setAttributes({ ...attributes, ...asAttributes(ids) });
}

/** Marks the current span as failed where the error is not thrown on. */
export function failSpan(error: unknown): void {
  const span = isTracing() ? trace.getActiveSpan() : undefined;
  if (span) fail(span, error);
}

/** The current span as a text that may be stored (W3C `traceparent`); undefined if there is none. */
export function traceNow(): string | undefined {
  const found = isTracing() ? trace.getActiveSpan()?.spanContext() : undefined;
  if (!found || !trace.isSpanContextValid(found)) return undefined;
  return `00-${found.traceId}-${found.spanId}-0${found.traceFlags & TraceFlags.SAMPLED}`;
}

/**
 * What a job that is promised now goes on from: the work for one supplier. What a schedule promises for all of them would
 * be one trace of the whole installation; there each begins its own.
 */
export function supplierTrace(): string | undefined {
  return isTracing() && knownIn(context.active())?.customerId ? traceNow() : undefined;
}

/** The id under which a collector shows the trace of a text of `traceNow`. */
export function traceIdOf(text: string | null | undefined): string | undefined {
  return parse(text)?.traceId;
}

/** What the database was asked is told as a count and a time of the span it was asked in. */
export async function countStatement<T>(ask: () => Promise<T>): Promise<T> {
  const span = isTracing() ? trace.getActiveSpan() : undefined;
  if (!span) return await ask();
  const startedAt = performance.now();
  try {
    return await ask();
  } finally {
    const sum = statements.get(span) ?? { count: 0, ms: 0 };
    statements.set(span, { count: sum.count + 1, ms: sum.ms + performance.now() - startedAt });
    if (sum.count === 0) atEnd(span);
  }
}

const statements = new WeakMap<Span, { count: number; ms: number }>();

/** Written once, when the span ends: most ask more than once. */
function atEnd(span: Span): void {
  const end = span.end.bind(span);
  span.end = (time) => {
    const { count, ms } = statements.get(span) ?? { count: 0, ms: 0 };
    span.setAttributes({ "einzug.db.statements": count, "einzug.db.ms": Math.round(ms) });
    end(time);
  };
}

/**
 * A part of the same trace begins inside the current span. What is told by another trace goes on there, and the two know
 * of each other by a link: one job works off what several webhooks have brought.
 */
function origin(current: Context, from: string | undefined): { parent: Context; links: Link[] } {
  const told = parse(from);
  const inside = trace.getSpanContext(current);
  if (!told || told.traceId === inside?.traceId) return { parent: current, links: [] };
  const links = inside && trace.isSpanContextValid(inside) ? [{ context: inside }] : [];
  return { parent: trace.setSpanContext(current, told), links };
}

function parse(text: string | null | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/.exec(text ?? "") ?? [];
  if (!traceId || !spanId) return undefined;
  const told = { traceId, spanId, traceFlags: Number(flags), isRemote: true };
  return trace.isSpanContextValid(told) ? told : undefined;
}

function knownIn(current: Context): TraceIds | undefined {
  return current.getValue(KNOWN) as TraceIds | undefined;
}

/** What is not known now may have been known before. */
function learn(known: TraceIds, ids: TraceIds = {}): void {
  for (const [name, id] of Object.entries(ids)) if (id !== undefined) known[name as keyof TraceIds] = id;
}

function asAttributes({ requestId, customerId, invoiceId, collectionId }: TraceIds): Attributes {
  return {
    "einzug.request_id": requestId,
    "einzug.customer_id": customerId,
    "einzug.invoice_id": invoiceId,
    "einzug.collection_id": collectionId,
  };
}

/** Messages may quote what a vendor or a payer wrote. */
function fail(span: Span, error: unknown): void {
  const { kind, code, name } = (error ?? {}) as { kind?: unknown; code?: unknown; name?: unknown };
  const word = [kind, code, name].find((one) => typeof one === "string") ?? "unknown";
  span.setAttribute("error.type", String(word));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
