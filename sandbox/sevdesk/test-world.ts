import type { Server } from "node:http";
import { TwinClock } from "../kit/clock";
import { Faults } from "../kit/faults";
import { portOf, Router, startServer } from "../kit/http";
import { RequestLog } from "../kit/requests";
import { Store } from "../kit/store";
import type { Kit } from "../kit/twin";
import { faultsOfAnswer } from "./answer-check";
import { createSevdeskTwin, type SevdeskTwin } from "./twin";
import type { SevdeskOptions } from "./world";

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

/** Everything that tests read in answers, typed as always present: a wrong field then fails in its expectation. */
export interface Json extends Array<Json>, Record<Deep, Json>, Record<Plain, string> {}
type Deep =
  | "objects"
  | "contact"
  | "error"
  | "paymentMethod"
  | "parent"
  | "country"
  | "sevClient"
  | "invoices"
  | "origin";
type Plain =
  | ("id" | "objectName" | "status" | "name" | "total" | "message" | "apiKey" | "number" | "contactId" | "email")
  | ("invoiceNumber" | "invoiceType" | "paidAmount" | "sumGross" | "debit" | "amount" | "value" | "code" | "version")
  | ("familyname" | "update" | "sumGrossForeignCurrency" | "currency" | "timeToPay" | "payDate" | "openCents");

/** A twin on a free port with its control panel. Every answer is checked against the vendor's schema. */
export class TestWorld {
  /** The faults in the form of all answers so far. */
  readonly problems: string[] = [];

  private constructor(
    readonly kit: Kit,
    readonly twin: SevdeskTwin,
    private readonly deskServer: Server,
  ) {}

  static async start(options: SevdeskOptions = {}, store = new Store(":memory:")): Promise<TestWorld> {
    const [faults, log] = [new Faults(), new RequestLog()];
    const kit: Kit = { store, clock: new TwinClock(store), faults, log, appUrl: "http://localhost:3999" };
    // Most tests do not concern the rate limit.
    const twin = createSevdeskTwin(kit, { requestsPerSecond: 10_000, ...options });
    if (store.collection("sevdesk-clients").size === 0) twin.reset("demo");
    await twin.start(0);
    const router = new Router();
    twin.deskRoutes(router);
    const notFound = () => ({ status: 404, body: { error: "no such path" } });
    const plain = { faults: new Faults(), log: new RequestLog(), store, notFound, tooMany: notFound };
    return new TestWorld(kit, twin, await startServer(0, { provider: "desk", router, ...plain }));
  }

  async stop(): Promise<void> {
    this.deskServer.closeAllConnections();
    this.deskServer.close();
    await this.twin.stop();
  }

  get key(): string {
    return (this.twin.state() as { apiKey: string }).apiKey;
  }

  async desk(path: string, body: object = {}): Promise<Answer> {
    return await call(`http://127.0.0.1:${portOf(this.deskServer)}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
  }

  async api(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await call(`${this.twin.origin}/api/v1${path}`, {
      method,
      headers: { authorization: this.key, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status < 300) this.problems.push(...faultsOfAnswer(path, answer.body));
    return answer;
  }

  get(path: string): Promise<Answer> {
    return this.api("GET", path);
  }

  /** Writes a new invoice in the control panel, as the supplier would. */
  async write(change: object = {}): Promise<Json> {
    const contact = { name: "Café Größenwahn", email: "hallo@groessenwahn.example" };
    return (await this.desk("/sevdesk/invoices", { contact, amountCents: 11_900, ...change })).body;
  }

  async invoice(id: string, embed = ""): Promise<Json> {
    const answer = await this.get(`/Invoice/${id}${embed ? `?embed=${embed}` : ""}`);
    return answer.body.objects[0] as Json;
  }
}

async function call(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as Json };
}
