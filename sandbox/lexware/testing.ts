import { createHash, randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { TwinClock } from "../kit/clock";
import { Faults } from "../kit/faults";
import { portOf, Router, startServer } from "../kit/http";
import { RequestLog } from "../kit/requests";
import { Store } from "../kit/store";
import type { Kit } from "../kit/twin";
import { CLIENT_ID, CLIENT_SECRET } from "./client";
import { DEMO_ORGANISATION_ID } from "./seed";
import { createLexwareTwin, type LexwareTwin } from "./twin";
import type { LexwareOptions } from "./world";

/** A twin on free ports with its control panel, and a client that calls both as the product would. */
const APP_URL = "http://localhost:3999";
const HOOK_PATH = "/hook";
export const REDIRECT_URI = `${APP_URL}/api/connect/lexoffice/return`;
export const BASIC = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString("base64")}`;

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

/** Everything that tests read in answers, typed as always present: a wrong field then fails in its expectation. */
export interface Json extends Array<Json>, Record<Plain, string>, Record<Deep, Json> {}
type Deep =
  | "content"
  | "details"
  | "IssueList"
  | "paymentItems"
  | "paymentConditions"
  | "downPaymentDeductions"
  | "company"
  | "person"
  | "contacts"
  | "subscriptions"
  | "transactions";
type Plain =
  | ("id" | "access_token" | "refresh_token" | "connectionId" | "contactId" | "organizationId" | "closingInvoiceId")
  | ("voucherStatus" | "voucherNumber" | "voucherDate" | "dueDate" | "externalReference" | "financialTransactionId")
  | (
      | "message"
      | "error"
      | "field"
      | "source"
      | "violation"
      | "i18nKey"
      | "companyName"
      | "name"
      | "lastName"
      | "template"
    )
  | ("state" | "amount" | "version" | "language" | "created" | "last" | "numberOfElements" | "openCents")
  | ("organizationDefault" | "paymentDiscountConditions");

export class TestWorld {
  private constructor(
    readonly kit: Kit,
    readonly twin: LexwareTwin,
    private readonly deskServer: Server,
  ) {}

  static async start(options: LexwareOptions = {}): Promise<TestWorld> {
    const store = new Store(":memory:");
    const [faults, log] = [new Faults(), new RequestLog()];
    const kit: Kit = { store, clock: new TwinClock(store), faults, log, appUrl: APP_URL };
    // Most tests do not concern the rate limit.
    const twin = createLexwareTwin(kit, { requestsPerSecond: 10_000, ...options });
    twin.reset("demo");
    await twin.start(0);
    const router = new Router();
    router.on("HEAD", HOOK_PATH, () => ({ status: 200 }));
    twin.deskRoutes(router);
    const deskServer = await startServer(0, {
      provider: "desk",
      router,
      faults: new Faults(),
      log: new RequestLog(),
      store,
      notFound: () => ({ status: 404, body: { error: "no such path" } }),
      tooMany: () => ({ status: 429 }),
    });
    return new TestWorld(kit, twin, deskServer);
  }

  async stop(): Promise<void> {
    this.deskServer.closeAllConnections();
    this.deskServer.close();
    await this.twin.stop();
  }

  /** An address for callbacks that answers. */
  get hookUrl(): string {
    return `http://127.0.0.1:${portOf(this.deskServer)}${HOOK_PATH}`;
  }

  get state(): Json {
    return this.twin.state() as unknown as Json;
  }

  desk(path: string, body: unknown = {}): Promise<Answer> {
    const url = `http://127.0.0.1:${portOf(this.deskServer)}${path}`;
    return call(url, { method: "POST", body: JSON.stringify(body) });
  }

  /** Calls the API. The vendor allows one call every half second; tests need not wait. */
  async api(token: string, method: string, path: string, body?: unknown): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (body !== undefined) headers["content-type"] = "application/json";
    return call(`${this.twin.origin}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Gives the consent of a user, up to the redirect. */
  async authorize(change: Record<string, string> = {}): Promise<{ location: URL; verifier: string; status: number }> {
    const verifier = randomBytes(48).toString("base64url");
    const form = new URLSearchParams({
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      state: "s-1",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      decision: "approve",
      organisation: DEMO_ORGANISATION_ID,
      ...change,
    });
    const response = await fetch(`${this.twin.origin}/oauth2/authorize`, {
      method: "POST",
      body: form,
      redirect: "manual",
    });
    const location = new URL(response.headers.get("location") ?? "http://none.invalid");
    return { location, verifier, status: response.status };
  }

  token(fields: Record<string, string>, authorization = BASIC): Promise<Answer> {
    const init = { method: "POST", headers: { authorization }, body: new URLSearchParams(fields) };
    return call(`${this.twin.origin}/oauth2/token`, init);
  }

  async connect(change: Record<string, string> = {}): Promise<{ access: string; refresh: string }> {
    const { location, verifier } = await this.authorize(change);
    const answer = await this.token({
      grant_type: "authorization_code",
      code: location.searchParams.get("code") ?? "",
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
    });
    return { access: String(answer.body.access_token), refresh: String(answer.body.refresh_token) };
  }
}

export async function call(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: "manual" });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : text) as unknown as Json,
  };
}
