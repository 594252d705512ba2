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
 * Spans that show where an invoice is stuck (decision 030). Without `OTEL_EXPORTER_OTLP_ENDPOINT` these functions do
 * nothing. Spans leave the installation: they may contain ids and figures, never names, addresses, IBANs or secrets.
 */

/** The ids by which an operator searches. A span passes its ids on to all spans that start inside it. */
export interface TraceIds {
  requestId?: string;
  customerId?: string;
  invoiceId?: string;
  collectionId?: string;
}

export interface SpanSpec {
  /** One of a few constant names; data that differs from call to call goes into attributes. */
  name: string;
  kind?: "server" | "client" | "consumer";
  ids?: TraceIds;
  attributes?: Attributes;
  /** The trace context to continue, as `traceNow` returned it: of a stored webhook, or of an enqueued job. */
  from?: string;
}

// One per process, however often bundling repeats this module.
const place = globalThis as { einzugTraces?: boolean };

export function isTracing(): boolean {
  return place.einzugTraces === true;
}

/** Turns tracing on or off; `startTraces` calls it once there is a collector. */
export function setTracing(isOn: boolean): void {
  place.einzugTraces = isOn;
}

const KNOWN = createContextKey("einzug.ids");
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

/** Runs code as a span. The span records only the kind of an error, which is thrown on. */
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

/** Adds attributes and ids to the current span; spans that start inside it inherit the ids. */
export function describeSpan(attributes: Attributes, ids: TraceIds = {}): void {
  if (!isTracing()) return;
  const known = knownIn(context.active());
  if (known) learn(known, ids);
  trace.getActiveSpan()?.setAttributes({ ...attributes, ...asAttributes(ids) });
}

/** Marks the current span as failed, for errors that are not thrown on. */
export function failSpan(error: unknown): void {
  const span = isTracing() ? trace.getActiveSpan() : undefined;
  if (span) fail(span, error);
}

/** Returns the current span as a storable text (W3C `traceparent`); undefined if there is none. */
export function traceNow(): string | undefined {
  const found = isTracing() ? trace.getActiveSpan()?.spanContext() : undefined;
  if (!found || !trace.isSpanContextValid(found)) return undefined;
  return `00-${found.traceId}-${found.spanId}-0${found.traceFlags & TraceFlags.SAMPLED}`;
}

/**
 * Returns the trace context for a job that is enqueued now; undefined unless the current span belongs to one supplier.
 * Jobs that a schedule enqueues for all suppliers start their own traces, because a common one would cover everything.
 */
export function supplierTrace(): string | undefined {
  return isTracing() && knownIn(context.active())?.customerId ? traceNow() : undefined;
}

/** Returns the trace id in a text of `traceNow`, under which the collector shows the trace. */
export function traceIdOf(text: string | null | undefined): string | undefined {
  return parse(text)?.traceId;
}

/** Runs a statement and adds it to the statement count and the database time of the current span. */
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

/** Writes both attributes when the span ends, because most spans run more than one statement. */
function atEnd(span: Span): void {
  const end = span.end.bind(span);
  span.end = (time) => {
    const { count, ms } = statements.get(span) ?? { count: 0, ms: 0 };
    span.setAttributes({ "einzug.db.statements": count, "einzug.db.ms": Math.round(ms) });
    end(time);
  };
}

/**
 * Returns parent and links of a new span. A span of the same trace starts inside the current span. A span of another
 * trace continues that trace and gets a link to the current span: one job processes the events of several webhooks.
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

/** Merges ids; an unknown id does not overwrite a known one. */
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

/** Records only the kind, code or name of an error, because messages may quote what a vendor or a payer wrote. */
function fail(span: Span, error: unknown): void {
  const { kind, code, name } = (error ?? {}) as { kind?: unknown; code?: unknown; name?: unknown };
  const word = [kind, code, name].find((one) => typeof one === "string") ?? "unknown";
  span.setAttribute("error.type", String(word));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
