import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Value {
  stringValue?: string;
  intValue?: number | string;
  doubleValue?: number;
}

interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
  events?: unknown[];
  status?: { code?: number; message?: string };
}

interface WireBody {
  resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[];
}

export interface TakenSpan extends Omit<WireSpan, "attributes"> {
  attributes: Record<string, string | number | undefined>;
}

/** A collector of trace spans (OTLP over HTTP, JSON). While `isHanging`, it accepts calls and never answers. */
export class TestCollector {
  isHanging = false;
  /** The received bodies, unchanged. */
  readonly bodies: string[] = [];

  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<TestCollector> {
    const holder: { self?: TestCollector } = {};
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.url !== "/v1/traces" || request.headers["content-type"] !== "application/json")
        return response.writeHead(404).end();
      holder.self?.bodies.push(Buffer.concat(chunks).toString("utf8"));
      if (!holder.self?.isHanging) response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    holder.self = new TestCollector(url, async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    });
    return holder.self;
  }

  spans(): TakenSpan[] {
    return this.bodies
      .flatMap((body) => (JSON.parse(body) as WireBody).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      .map((span) => ({
        ...span,
        attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, plain(value)])),
      }));
  }
}

function plain({ stringValue, intValue, doubleValue }: Value): string | number | undefined {
  return stringValue ?? (intValue === undefined ? doubleValue : Number(intValue));
}
