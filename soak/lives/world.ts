import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { ACCOUNTING_PACE, GOCARDLESS_PACE, PAYERS_PACE } from "@/lib/connections/pace/mutations";
import { refreshClock } from "@/lib/core/time/clock";
import type { Day } from "../../sandbox/kit/calendar";
import { TIMEOUT_MS } from "../../sandbox/kit/http";
import { startSandbox } from "../../sandbox/main";
import { twinEnvironment } from "../../test/twin-environment";
import type { Ledger } from "../oracle/ledger";
import { keepTheDeadOut } from "./mortality";
import { RECEIVERS } from "./receivers";
import { SeededIds } from "./seeded-ids";
import { Weather } from "./weather";

export interface Hook {
  path: string;
  body: string;
  headers: Record<string, string>;
}

/** Longer than a run: a process that died at a call must not repeat it during the same run. */
const BEYOND_MS = 600_000;
/** Lexware calls no address without TLS. */
export const APP_URL = "https://product.sim";

/**
 * The outside world of a simulation: the twins run in this process, and their webhooks are caught before they leave it.
 */
export class SimulatedWorld {
  private hooks: Hook[] = [];

  private constructor(
    readonly weather: Weather,
    private readonly ids: SeededIds,
    private readonly deskUrl: string,
    private readonly sendWebhooks: () => Promise<void>,
    private readonly stopAll: () => Promise<void>,
  ) {}

  /** Starts the twins and sets the environment of this process. Call it before product code reads the environment. */
  static async start(): Promise<SimulatedWorld> {
    // The vendors' rate limits have tests of their own; here they would only cost time.
    ACCOUNTING_PACE.LEXOFFICE.intervalMs = 0;
    GOCARDLESS_PACE.intervalMs = 0;
    PAYERS_PACE.intervalMs = 0;
    const dataDir = mkdtempSync(join(tmpdir(), "einzug-simulation-"));
    const weather = new Weather();
    const ids = new SeededIds();
    const quick = { requestsPerSecond: 1_000_000 };
    const sandbox = await startSandbox({
      port: 0,
      appUrl: APP_URL,
      dataDir,
      scenario: "empty",
      faults: weather,
      post: async ({ url, headers, body }) => {
        world.hooks.push({ path: url.slice(APP_URL.length), headers, body });
        return 202;
      },
      lexware: quick,
      stripe: quick,
      sevdesk: quick,
      gocardless: { requestsPerMinute: 1_000_000, webhookDelayMs: BEYOND_MS, webhookRetryMs: [] },
    });
    const giveBack = [answerForAddresses(), cutWaitsShort(), keepPlans(), keepTheDeadOut(), ids.takeOver()];
    const world = new SimulatedWorld(weather, ids, sandbox.deskUrl, sandbox.sendWebhooks, async () => {
      for (const restore of giveBack) restore();
      await sandbox.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    Object.assign(process.env, await twinEnvironment(sandbox.deskUrl, APP_URL), { PROVIDER_TIMEOUT_MS: "120000" });
    return world;
  }

  stop(): Promise<void> {
    return this.stopAll();
  }

  /** Empties the twins and sets their date, by default to today. */
  async reset(seed: number, on?: Day): Promise<void> {
    this.weather.restart(seed);
    this.ids.restart(seed);
    await this.desk("/reset", { scenario: "empty", date: on });
    this.hooks = [];
    await refreshClock(0);
  }

  /** @returns undefined if the request cannot be met now @throws if the control panel does not know the call */
  async desk<T = Record<string, unknown>>(path: string, body?: object): Promise<T | undefined> {
    const method = body ? "POST" : "GET";
    const response = await fetch(`${this.deskUrl}${path}`, { method, body: body ? JSON.stringify(body) : undefined });
    const text = await response.text();
    if (response.status === 422 || (response.status === 404 && /no (mandate|payment)/.test(text))) return undefined;
    if (!response.ok) throw new Error(`desk: ${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  }

  async passDays(count: number): Promise<void> {
    await this.desk("/clock", { advanceDays: count });
    await refreshClock(0);
  }

  async ledger(): Promise<Ledger> {
    return (await this.desk<Ledger>("/ledger")) as Ledger;
  }

  /** Takes the webhooks of everything since the last call, so that no timer decides when they leave. */
  async takeHooks(): Promise<Hook[]> {
    await this.sendWebhooks();
    return this.hooks.splice(0);
  }
}

/** Lets the product's own routes answer, in this process, whether an address exists. @returns a function that undoes this */
function answerForAddresses(): () => void {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.startsWith(APP_URL)) return await real(input, init);
    const receiver = RECEIVERS[url.slice(APP_URL.length)];
    return (await receiver?.HEAD?.(new Request(url, init))) ?? new Response(null, { status: 405 });
  };
  return () => {
    globalThis.fetch = real;
  };
}

/**
 * Removes waits. GoCardless' client waits more than a second before it repeats a read; here it repeats at once. The
 * timeout of a call never comes: only dead processes wait for it.
 */
function cutWaitsShort(): () => void {
  const real = globalThis.setTimeout;
  const waitOf = (ms?: number) => {
    if (ms === undefined || ms < 900) return ms;
    return ms <= 4_500 ? 0 : ms >= TIMEOUT_MS ? BEYOND_MS : ms;
  };
  const quick = (run: () => void, ms?: number, ...more: []) => real(run, waitOf(ms), ...more);
  globalThis.setTimeout = Object.assign(quick, real) as unknown as typeof setTimeout;
  return () => {
    globalThis.setTimeout = real;
  };
}

/**
 * Names each statement, so that PostgreSQL parses and plans it once per connection. A run has few statements, but
 * executes them thousands of times.
 */
function keepPlans(): () => void {
  const { query } = pg.Client.prototype;
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `kept-${names.size}`;
    names.set(text, name);
    return name;
  };
  function kept(this: pg.Client, ask: unknown, ...more: unknown[]): unknown {
    const asked = ask as pg.QueryConfig;
    const isPlain = typeof ask === "object" && Array.isArray(asked.values) && !asked.name && !("submit" in asked);
    return Reflect.apply(query, this, [isPlain ? { ...asked, name: nameOf(asked.text) } : ask, ...more]);
  }
  pg.Client.prototype.query = kept as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}
