import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, inject, vi } from "vitest";
import { ACCOUNTING_PACE, GOCARDLESS_PACE, PAYERS_PACE } from "../lib/connections/pace/mutations";
import { env } from "../lib/core/env";
import { now, refreshClock } from "../lib/core/time/clock";
import type { Settings as GoCardlessSettings } from "../sandbox/gocardless/world";
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

interface Twins {
  deskUrl: string;
  /** The product's environment variables, which point at the twins. */
  env: Record<string, string>;
}

/**
 * The product reads its environment once per process. Files that share a process therefore share its twins, which each
 * file resets through the control panel.
 */
const shared = globalThis as { einzugTwins?: Promise<Twins>; einzugReceiver?: ReceivedWebhook[] };

/** The vendor twins on free ports, the environment that points at them, and a server that receives their webhooks. */
export class TestSandbox {
  private constructor(
    readonly deskUrl: string,
    readonly webhooks: ReceivedWebhook[],
    private readonly timeoutMs: number,
  ) {}

  /**
   * Starts or reuses the twins. Call it before anything reads the environment: at the top of a test file.
   *
   * @param gocardless the twin's settings; only in a file with a process of its own
   */
  static async start(gocardless?: Partial<GoCardlessSettings>): Promise<TestSandbox> {
    if (gocardless && shared.einzugTwins) throw new Error("this process has twins with other settings");
    shared.einzugTwins ??= startTwins(gocardless);
    const { deskUrl, env: pointing } = await shared.einzugTwins;
    Object.assign(process.env, pointing);
    shared.einzugReceiver = [];
    const sandbox = new TestSandbox(deskUrl, shared.einzugReceiver, env().PROVIDER_TIMEOUT_MS);
    await sandbox.desk("/reset", { scenario: "demo" });
    await sandbox.followClock();
    // The twins of the tests allow thousands of calls a second; the product's own limit of two has tests of its own.
    for (const pace of [...Object.values(ACCOUNTING_PACE), GOCARDLESS_PACE, PAYERS_PACE]) pace.intervalMs = 1;
    return sandbox;
  }

  /** Ends the file's use of the twins. Fails if a call or an answer violated the vendor's own file. */
  async stop(): Promise<void> {
    shared.einzugReceiver = undefined;
    this.giveUpAfter(this.timeoutMs);
    const { sevdesk } = await this.state();
    expect([...new Set(sevdesk.mistakes)], "calls and answers beside sevdesk's OpenAPI file").toEqual([]);
  }

  /** Sets how long this file waits for an answer that never arrives. */
  giveUpAfter(timeoutMs: number): void {
    Object.assign(env(), { PROVIDER_TIMEOUT_MS: timeoutMs });
  }

  async desk<T = Record<string, unknown>>(path: string, body?: object, method = body ? "POST" : "GET"): Promise<T> {
    const response = await fetch(`${this.deskUrl}${path}`, { method, body: body ? JSON.stringify(body) : undefined });
    const text = await response.text();
    if (!response.ok) throw new Error(`desk: ${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** Moves every twin's calendar, and waits until the product's clock has followed. */
  async passDays(days: number): Promise<void> {
    await this.desk("/clock", { advanceDays: days });
    await this.followClock();
  }

  private async followClock(): Promise<void> {
    const told = await this.desk<{ now: string }>("/clock");
    await vi.waitFor(async () => {
      await refreshClock();
      expect(Math.abs(now().getTime() - Date.parse(told.now))).toBeLessThan(60_000);
    });
  }

  state(): Promise<TwinState> {
    return this.desk<TwinState>("/state");
  }

  /** Returns the calls that the twin received, oldest first; only those below `path` if given. */
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

  /** Waits until a fitting webhook has arrived, and fails if none does. Webhooks arrive on their own. */
  async webhook(fits: (webhook: ReceivedWebhook) => boolean): Promise<ReceivedWebhook> {
    await vi.waitFor(() => expect(this.webhooks.some(fits)).toBe(true), { timeout: 8_000, interval: 20 });
    return this.webhooks.find(fits) as ReceivedWebhook;
  }
}

async function startTwins(gocardless: Partial<GoCardlessSettings> = {}): Promise<Twins> {
  const app = createServer(async (request, response) => {
    // Lexware sends HEAD only to check that the address exists.
    if (request.method === "HEAD") return response.writeHead(200).end();
    // A webhook that arrives after its file has ended is dropped.
    const receiver = shared.einzugReceiver;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    receiver?.push({ path: request.url ?? "", raw: Buffer.concat(chunks), headers });
    response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  const dataDir = mkdtempSync(join(inject("twins"), "state-"));
  // Most tests do not concern the vendor's limit, and the product's own limit has tests of its own.
  const quick = { requestsPerSecond: 10_000 };
  const vendors = { lexware: quick, stripe: quick, sevdesk: quick, gocardless };
  const { deskUrl } = await startSandbox({ port: 0, appUrl, dataDir, scenario: "demo", ...vendors });
  return { deskUrl, env: await twinEnvironment(deskUrl, appUrl) };
}
