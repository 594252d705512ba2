import { context, trace } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import { bootEnv } from "@/lib/core/env";
import { log } from "./log";
import { isTracing, setTracing } from "./trace";

/** A slow or missing collector costs spans, never work: the queue is short and each export has a time limit. */
const QUEUE = { maxQueueSize: 4_096, maxExportBatchSize: 512, scheduledDelayMillis: 1_000 };
const EXPORT_MS = 5_000;
/** Time that an ending process gives its last spans. */
const LAST_MS = 3_000;
const COMPLAINT_MS = 60_000;

const holder = globalThis as { einzugTraceExport?: { shutdown: () => Promise<void> } };

/**
 * Starts to send spans to the collector at `OTEL_EXPORTER_OTLP_ENDPOINT` (OTLP over HTTP, JSON); without one nothing is
 * loaded. Next.js finds the tracer provider automatically and adds its own spans.
 */
export async function startTraces(): Promise<void> {
  const { endpoint, share } = bootEnv.traces();
  if (!endpoint || isTracing()) return;
  const [{ AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
    ]);
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const exporter = harmless(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS, concurrencyLimit: 2 }));
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      "service.namespace": "einzug",
      "service.name": `einzug-${bootEnv.processName}`,
    }),
    // A trace is sampled as a whole, in all processes.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: 200 },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, ...QUEUE, exportTimeoutMillis: EXPORT_MS + 1_000 })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  holder.einzugTraceExport = provider;
  setTracing(true);
}

/** Sends the remaining spans, for a few seconds at most, and stops tracing. */
export async function stopTraces(): Promise<void> {
  const provider = holder.einzugTraceExport;
  if (!provider) return;
  holder.einzugTraceExport = undefined;
  setTracing(false);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_MS);
  });
  await Promise.race([provider.shutdown().catch(() => {}), limit]);
  clearTimeout(timer);
  trace.disable();
  context.disable();
}

/** Delays the exit of the web process until its last spans are sent: Next.js exits after the last request at once. */
export function flushTracesAtExit(): void {
  if (!isTracing()) return;
  const leave = process.exit.bind(process);
  const last = (code?: number | string | null) => void stopTraces().finally(() => leave(code));
  const take = () => {
    process.exit = last as typeof process.exit;
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, take);
}

/** Logs at most once a minute that spans are lost, and exports only the attributes on the list. */
function harmless(exporter: SpanExporter): SpanExporter {
  let silentUntil = 0;
  return {
    export: (all, done) => {
      const spans = all.filter(isTelling).map(bare);
      if (spans.length === 0) return done({ code: 0 });
      exporter.export(spans, (result) => {
        if (result.error && Date.now() >= silentUntil) {
          silentUntil = Date.now() + COMPLAINT_MS;
          log.warn({ spans: spans.length, reason: result.error.name }, "trace export failed");
        }
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Next.js's internal spans around each request, which contain nothing of ours and make up most of its spans. */
const HOUSEKEEPING = /^(LoadComponents|RouteModule|AppRouteRouteModule|NextNodeServer)\./;

function isTelling({ attributes }: ReadableSpan): boolean {
  return !HOUSEKEEPING.test(String(attributes["next.span_type"] ?? ""));
}

const OURS = /^(einzug\.|http\.response\.status_code$|error\.type$)/;
const OF_NEXT = /^(einzug\.|next\.span_type$|http\.(route|method|status_code)$|next\.route$|error\.type$)/;

/**
 * Returns a span without unchecked data: Next.js puts addresses with a payer's or a reset's token into names and
 * attributes, and errors have messages and stacks.
 */
function bare(span: ReadableSpan): ReadableSpan {
  const isOurs = span.instrumentationScope.name === "einzug";
  const allowed = isOurs ? OURS : OF_NEXT;
  const known = Object.entries(span.attributes).filter(([name, value]) => value !== undefined && allowed.test(name));
  const attributes = Object.fromEntries(known);
  const values = {
    attributes,
    events: [],
    status: { code: span.status.code },
    name: isOurs ? span.name : nameOf(span),
  };
  return Object.create(span, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])));
}

/** Returns the kind of work and, where Next.js knows it, the route: the pattern, not the address. */
function nameOf({ attributes }: ReadableSpan): string {
  const { "next.span_type": type = "next", "next.route": route, "http.method": method } = attributes;
  return [method ?? type, route].filter(Boolean).join(" ");
}
