import { join } from "node:path";
import { ACCOUNTING_PACE, GOCARDLESS_PACE, PAYERS_PACE } from "@/lib/connections/pace/mutations";
import { db } from "@/lib/core/database/db";
import { startOfDay } from "@/lib/core/time/dates";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow, queue } from "@/lib/jobs/queue";
import * as gocardless from "../../app/api/webhooks/gocardless/route";
import * as lexoffice from "../../app/api/webhooks/lexoffice/route";
import * as stripe from "../../app/api/webhooks/stripe/route";
import { type Sandbox, startSandbox } from "../../sandbox/main";
import { JobTable, type WaitingJob } from "../../soak/lives/job-table";
import { workerJobs } from "../../worker-jobs";
import type { Ports } from "../demo-environment";
import { placesOf } from "../demo-environment";

type Receiver = {
  POST: (request: Request) => Response | Promise<Response>;
  HEAD?: (r: Request) => Response | Promise<Response>;
};
const RECEIVERS: Record<string, Receiver> = {
  "/api/webhooks/gocardless": gocardless,
  "/api/webhooks/lexoffice": lexoffice,
  "/api/webhooks/stripe": stripe,
};
/** A job that fails is tried this often; then the recording ends. */
const TRIES = 5;
/** Longer than a recording: webhooks leave when the stage sends them, and at no other time. */
const NEVER_MS = 86_400_000;

/** Product and twins in this process. The stage sets their time, delivers webhooks and runs the worker's jobs. */
export class Stage {
  private readonly table = new JobTable();

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly setTime: (ms: number) => void,
  ) {}

  /** @param setTime sets this process's `Date` */
  static async start(ports: Ports, dataDir: string, setTime: (ms: number) => void): Promise<Stage> {
    // The vendors' limits would only cost time.
    for (const pace of [...Object.values(ACCOUNTING_PACE), GOCARDLESS_PACE, PAYERS_PACE]) pace.intervalMs = 0;
    const places = placesOf(ports);
    const quick = { requestsPerSecond: 1_000_000 };
    receiveWebhooks(places.app);
    const sandbox = await startSandbox({
      port: ports.desk,
      appUrl: places.app,
      dataDir: join(dataDir),
      scenario: "demo",
      lexware: quick,
      stripe: quick,
      sevdesk: quick,
      gocardless: { requestsPerMinute: 1_000_000, webhookDelayMs: NEVER_MS },
    });
    return new Stage(sandbox, setTime);
  }

  /** Sets the time of a day in Germany; the twins play the days that begin. */
  async goTo(day: string, hour: number, minute: number): Promise<void> {
    this.setTime(startOfDay(day).getTime() + (hour * 60 + minute) * 60_000);
    await this.sandbox.catchUp();
  }

  /** Runs everything that waits, including what arrives meanwhile. */
  async settle(): Promise<void> {
    // Once: an alert that waits for others enqueues itself again.
    await this.table.endWaits();
    for (let round = 0; round < 20; round += 1) {
      await this.sandbox.sendWebhooks();
      if ((await this.workOff()) === 0) return;
    }
    throw new Error("jobs never end");
  }

  async run(...schedules: ("nightly" | "hourly" | "daily" | "morning" | "evening" | "sweepAccounts")[]): Promise<void> {
    for (const name of schedules) await enqueueNow(jobs[name], {});
    await this.settle();
  }

  async desk<T = Record<string, unknown>>(path: string, body?: object): Promise<T> {
    const method = body ? "POST" : "GET";
    const response = await fetch(`${this.sandbox.deskUrl}${path}`, {
      method,
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`desk: ${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  }

  /** The same, where a refusal is an answer: what it concerns may have been settled meanwhile. */
  async tryDesk(path: string, body: object): Promise<void> {
    await this.desk(path, body).catch((error: Error) => console.log(`  ${error.message}`));
  }

  async stop(): Promise<void> {
    await this.table.close();
    await (await queue()).stop({ graceful: false });
    await this.sandbox.stop();
    await db.$disconnect();
  }

  /** @returns how many jobs it ran */
  private async workOff(): Promise<number> {
    let done = 0;
    for (let tries = 1; tries <= TRIES; ) {
      const waiting = await this.table.waiting("");
      if (waiting.length === 0) return done;
      // Together, as a worker does. No two jobs of one key wait at the same time.
      const failures = (await Promise.all(waiting.map((job) => this.runJob(job)))).filter(Boolean);
      done += waiting.length - failures.length;
      tries = failures.length > 0 ? tries + 1 : 1;
      if (tries > TRIES) throw failures[0];
    }
    return done;
  }

  /** @returns the error of a job that was put back */
  private async runJob({ id, name, data }: WaitingJob): Promise<unknown> {
    const job = workerJobs.find(({ spec }) => spec.name === name);
    if (!job) throw new Error(`nobody works on ${name}`);
    await this.table.take(id);
    try {
      await job.run(job.spec.payload.parse(data ?? {}));
      await this.table.finish(id);
      return undefined;
    } catch (error) {
      await this.table.putBack(id);
      return error;
    }
  }
}

/** Hands the twins' calls to the product's own routes. */
function receiveWebhooks(appUrl: string): void {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    const receiver = url.startsWith(appUrl) ? RECEIVERS[url.slice(appUrl.length)] : undefined;
    if (!receiver) return await real(input, init);
    const receive = init?.method === "HEAD" ? receiver.HEAD : receiver.POST;
    return (await receive?.(new Request(url, init))) ?? new Response(null, { status: 405 });
  };
}
