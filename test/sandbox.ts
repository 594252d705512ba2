import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { now, refreshClock } from "../lib/core/clock";
import type { Settings as GoCardlessSettings } from "../sandbox/gocardless/world";
import type { LexwareOptions } from "../sandbox/lexware/world";
import { startSandbox } from "../sandbox/main";
import { twinEnvironment } from "./twin-environment";

export interface ReceivedWebhook {
  path: string;
  raw: Buffer;
  headers: Headers;
}

export interface LoggedRequest {
  method: string;
  path: string;
  query: string;
  idempotencyKey: string | null;
  status: number | null;
  fault: string | null;
}

export type Provider = "lexware" | "gocardless" | "stripe" | "sevdesk" | "datev" | "mail";

export interface TwinState {
  lexware: {
    apiUrl: string;
    connections: { id: string; status: string }[];
    subscriptions: { eventType: string }[];
    [list: string]: unknown;
  };
  gocardless: { apiUrl: string; accessToken: string; webhookSecret: string; [list: string]: unknown };
  sevdesk: { apiUrl: string; apiKey: string; mistakes: string[]; [list: string]: unknown };
  datev: {
    apiUrl: string;
    jobs: { id: string; client: string; filename: string; reference: string; result: string; records: number }[];
    [list: string]: unknown;
  };
  mail: { smtpPort: number; sent: { to: string; subject: string; links: string[]; text: string }[] };
}

/** The vendor twins on free ports, the environment that points at them, and a server that takes their webhooks. */
export class TestSandbox {
  readonly webhooks: ReceivedWebhook[] = [];
  private constructor(
    readonly deskUrl: string,
    private readonly stopAll: () => Promise<void>,
  ) {}

  /** Call it before anything reads the environment: at the top of a test file. */
  static async start(lexware: LexwareOptions = {}, gocardless: Partial<GoCardlessSettings> = {}): Promise<TestSandbox> {
    const holder: { self?: TestSandbox } = {};
    const app = createServer(async (request, response) => {
      // By HEAD Lexware only asks whether somebody is here.
      if (request.method === "HEAD") return response.writeHead(200).end();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = new Headers(
        Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
      );
      holder.self?.webhooks.push({ path: request.url ?? "", raw: Buffer.concat(chunks), headers });
      response.writeHead(202).end();
    });
    await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
    const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
    const dataDir = mkdtempSync(join(tmpdir(), "einzug-sandbox-"));
    // Most tests are not about the vendor's limit; our own pace is tested on its own.
    const stripe = { requestsPerSecond: 10_000 };
    const sevdesk = { requestsPerSecond: 10_000 };
    const options = { lexware: { requestsPerSecond: 10_000, ...lexware }, stripe, sevdesk, gocardless };
    const sandbox = await startSandbox({ port: 0, appUrl, dataDir, scenario: "demo", ...options });
    holder.self = new TestSandbox(sandbox.deskUrl, async () => {
      await sandbox.stop();
      app.closeAllConnections();
      await new Promise((resolve) => app.close(resolve));
      rmSync(dataDir, { recursive: true, force: true });
    });
    Object.assign(process.env, await twinEnvironment(sandbox.deskUrl, appUrl));
    return holder.self;
  }

  /** Fails if a call, or a twin's answer to it, was not what the vendor's own file allows. */
  async stop(): Promise<void> {
    const { sevdesk } = await this.state();
    await this.stopAll();
    expect([...new Set(sevdesk.mistakes)], "calls and answers beside sevdesk's OpenAPI file").toEqual([]);
  }

  async desk<T = Record<string, unknown>>(path: string, body?: object, method = body ? "POST" : "GET"): Promise<T> {
    const response = await fetch(`${this.deskUrl}${path}`, { method, body: body ? JSON.stringify(body) : undefined });
    const text = await response.text();
    if (!response.ok) throw new Error(`desk: ${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** Moves every twin's calendar, and waits until our own clock has followed. */
  async passDays(days: number): Promise<void> {
    await this.desk("/clock", { advanceDays: days });
    const told = await this.desk<{ now: string }>("/clock");
    await vi.waitFor(async () => {
      await refreshClock();
      expect(now().getTime()).toBeGreaterThan(Date.parse(told.now) - 60_000);
    });
  }

  state(): Promise<TwinState> {
    return this.desk<TwinState>("/state");
  }

  /** Calls the twin has received, oldest first, of a path if one is given. */
  async requests(provider: Provider, path = ""): Promise<LoggedRequest[]> {
    const all = await this.desk<LoggedRequest[]>(`/requests?provider=${provider}`);
    return all.filter((request) => request.path.startsWith(path));
  }

  async fault(provider: Provider, kind: string, path: string, times = 1): Promise<void> {
    await this.desk("/faults", { provider, kind, match: { path }, times });
  }

  async clearFaults(): Promise<void> {
    await this.desk("/faults", undefined, "DELETE");
  }

  /** Webhooks come on their own: waits until one fits, and fails if none does. */
  async webhook(fits: (webhook: ReceivedWebhook) => boolean): Promise<ReceivedWebhook> {
    await vi.waitFor(() => expect(this.webhooks.some(fits)).toBe(true), { timeout: 8_000, interval: 20 });
    return this.webhooks.find(fits) as ReceivedWebhook;
  }
}
