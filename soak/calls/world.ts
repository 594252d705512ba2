import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TIMEOUT_MS } from "../../sandbox/kit/http";
import { startSandbox } from "../../sandbox/main";
import { twinEnvironment } from "../../test/twin-environment";
import { OneFault } from "./faults";

export const VENDORS = ["lexware", "sevdesk", "datev", "gocardless", "stripe"] as const;
export type Vendor = (typeof VENDORS)[number];

interface Hook {
  raw: Buffer;
  headers: IncomingHttpHeaders;
}

/** The vendors' twins in this process, at full speed, and what people do there. */
export class CallWorld {
  private readonly hooks: Hook[] = [];
  private readonly readers = new Set<() => void>();

  private constructor(
    readonly faults: OneFault,
    readonly appUrl: string,
    /** The product's environment variables, which point at the twins. */
    readonly env: Record<string, string>,
    private readonly deskUrl: string,
    private readonly stopAll: () => Promise<void>,
  ) {}

  /** Starts the twins and sets the environment of this process. Call it before product code reads the environment. */
  static async start(): Promise<CallWorld> {
    const app = createServer(async (request, response) => {
      // Lexware sends HEAD only to check that the address exists.
      if (request.method === "HEAD") return response.writeHead(200).end();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      world.take({ raw: Buffer.concat(chunks), headers: request.headers });
      response.writeHead(202).end();
    });
    await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
    const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
    const dataDir = mkdtempSync(join(tmpdir(), "einzug-calls-"));
    const faults = new OneFault();
    const quick = { requestsPerSecond: 1_000_000 };
    const vendors = { lexware: quick, stripe: quick, sevdesk: quick, gocardless: { requestsPerMinute: 1_000_000 } };
    const giveBack = neverHangUp();
    const sandbox = await startSandbox({ port: 0, appUrl, dataDir, scenario: "empty", faults, ...vendors });
    const env = await twinEnvironment(sandbox.deskUrl, appUrl);
    const world = new CallWorld(faults, appUrl, env, sandbox.deskUrl, async () => {
      giveBack();
      await sandbox.stop();
      app.closeAllConnections();
      await new Promise((resolve) => app.close(resolve));
      rmSync(dataDir, { recursive: true, force: true });
    });
    Object.assign(process.env, env);
    return world;
  }

  stop(): Promise<void> {
    return this.stopAll();
  }

  /** @throws if the control panel does not do what it is asked */
  async desk<T>(path: string, body?: object): Promise<T> {
    const method = body ? "POST" : "GET";
    const response = await fetch(`${this.deskUrl}${path}`, { method, body: body ? JSON.stringify(body) : undefined });
    const text = await response.text();
    if (!response.ok) throw new Error(`desk: ${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  }

  /** Waits for a webhook that fits; webhooks arrive on their own. */
  async hook(fits: (hook: Hook) => boolean): Promise<Hook> {
    return await new Promise((resolve) => {
      const look = () => {
        const found = this.hooks.find(fits);
        if (!found) return;
        this.readers.delete(look);
        resolve(found);
      };
      this.readers.add(look);
      look();
    });
  }

  private take(hook: Hook): void {
    this.hooks.push(hook);
    for (const look of [...this.readers]) look();
  }
}

/** Consents on the vendor's page as a person would, and returns the code that the browser brings back. */
export async function agree(authorizeUrl: string, fields: Record<string, string> = {}): Promise<string> {
  const url = new URL(authorizeUrl);
  const asked = Object.fromEntries(url.searchParams);
  const back = await fillForm(`${url.origin}${url.pathname}`, { ...asked, decision: "approve", ...fields });
  return back.searchParams.get("code") ?? "";
}

/** Submits a form of the twins' pages and returns the address it redirects to. */
export async function fillForm(url: string, fields: Record<string, string>): Promise<URL> {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const location = response.headers.get("location");
  if (!location) throw new Error(`the page answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return new URL(location, url);
}

/** Reads from the vendor as anybody with this key could. */
export async function readAs<T>(headers: Record<string, string>, url: string): Promise<T> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return (await response.json()) as T;
}

/** Returns how often the vendor refuses one call with this key: 0 or 1. */
export async function countRefusals(headers: Record<string, string>, url: string): Promise<number> {
  return Number((await fetch(url, { headers })).status === 401);
}

export function newName(kind: string): string {
  return `${kind} ${randomUUID()}`;
}

/**
 * Keeps the twin from closing connections that it leaves without an answer, until the returned function is called.
 * Otherwise GoCardless' client would repeat the call long after the product gave up, in the middle of another step.
 */
function neverHangUp(): () => void {
  const real = globalThis.setTimeout;
  const patient = (run: () => void, ms?: number, ...more: []) =>
    real(run, ms === TIMEOUT_MS ? 2 ** 31 - 1 : ms, ...more);
  globalThis.setTimeout = Object.assign(patient, real) as unknown as typeof setTimeout;
  return () => {
    globalThis.setTimeout = real;
  };
}
