import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createDatevTwin } from "./datev/twin";
import { resetAll } from "./desk/api";
import { startDesk } from "./desk/desk";
import { Time } from "./desk/time";
import { createGoCardlessTwin } from "./gocardless/twin";
import type { Settings as GoCardlessSettings } from "./gocardless/world";
import { TwinClock } from "./kit/clock";
import { Faults } from "./kit/faults";
import type { Post } from "./kit/post";
import { RequestLog } from "./kit/requests";
import { Store } from "./kit/store";
import type { Kit, Twin } from "./kit/twin";
import { createLexwareTwin } from "./lexware/twin";
import type { LexwareOptions } from "./lexware/world";
import { startMail } from "./mail/mail";
import { createSevdeskTwin } from "./sevdesk/twin";
import type { SevdeskOptions } from "./sevdesk/world";
import { createStripeTwin } from "./stripe/twin";
import type { Settings as StripeSettings } from "./stripe/world";

export interface SandboxOptions {
  /** The control panel's port; the twins' ports follow it. 0 takes free ports for all. */
  port: number;
  /** Address of the product. */
  appUrl: string;
  dataDir: string;
  /** What a new store starts with. An existing store keeps its data. */
  scenario: "empty" | "demo";
  lexware?: LexwareOptions;
  stripe?: Partial<StripeSettings>;
  sevdesk?: SevdeskOptions;
  gocardless?: Partial<GoCardlessSettings>;
  /** Who may send mails; anybody if absent. */
  mailLogin?: { user: string; password: string };
  /** The domain for which the product receives mails, and its port. */
  inbound?: { domain: string; host?: string; port: number };
  /** Replaces the faults that the control panel arms. */
  faults?: Faults;
  /** Replaces how the twins send webhooks. */
  post?: Post;
}

export interface Sandbox {
  deskUrl: string;
  mailUrl: string;
  smtpPort: number;
  /** Sends the waiting webhooks that are due. @returns when they are answered */
  sendWebhooks(): Promise<void>;
  /** Plays the days that have begun by the machine's clock, without waiting for the minute's timer. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns every twin with the distance of its port from the control panel's port. */
function twinsOf(kit: Kit, options: SandboxOptions): { twin: Twin; offset: number }[] {
  return [
    { twin: createLexwareTwin(kit, options.lexware), offset: 1 },
    { twin: createGoCardlessTwin(kit, options.gocardless), offset: 2 },
    { twin: createStripeTwin(kit, options.stripe), offset: 3 },
    { twin: createSevdeskTwin(kit, options.sevdesk), offset: 4 },
    { twin: createDatevTwin(kit), offset: 5 },
  ];
}

/**
 * Starts control panel, twins and mail catcher on 127.0.0.1. The state is stored below the data directory and survives
 * a kill.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { appUrl, dataDir, port } = options;
  const store = new Store(join(dataDir, "sandbox.db"));
  const faults = options.faults ?? new Faults();
  const log = new RequestLog();
  const kit: Kit = { store, clock: new TwinClock(store), faults, log, appUrl, post: options.post };
  const placed = twinsOf(kit, options);
  const twins = placed.map(({ twin }) => twin);
  const at = (offset: number) => (port === 0 ? 0 : port + offset);
  const directory = join(dataDir, "mails");
  const mail = await startMail({
    ...{ smtpPort: at(25), webPort: at(80), directory, faults, log },
    login: options.mailLogin,
    inbound: options.inbound,
  });
  const time = new Time(kit.clock, store);
  const world = { kit, twins, mail, time };
  const marks = store.collection<{ scenario: string }>("sandbox");
  if (!marks.get("laid")) {
    marks.put("laid", { scenario: options.scenario });
    await resetAll(world, options.scenario);
  }
  for (const { twin, offset } of placed) await twin.start(at(offset));
  await time.catchUp();
  time.keepUp();
  const desk = await startDesk(port, world);
  return {
    deskUrl: desk.url,
    mailUrl: mail.webUrl,
    smtpPort: mail.smtpPort,
    async sendWebhooks() {
      for (const twin of twins) await twin.sendWebhooks?.();
    },
    catchUp: () => time.catchUp(),
    async stop() {
      await desk.stop();
      await time.stop();
      await Promise.all(twins.map((twin) => twin.stop()));
      await mail.stop();
      store.close();
    },
  };
}

/** Returns the mail server's login from the product's SMTP address. */
function loginIn(smtpUrl: string | undefined): SandboxOptions["mailLogin"] {
  const { username: user, password } = new URL(smtpUrl ?? "smtp://localhost");
  return user && password ? { user, password: decodeURIComponent(password) } : undefined;
}

/** In containers the worker has a host of its own. */
function inboundOf({ INBOUND_MAIL_DOMAIN: domain, INBOUND_SMTP_PORT: port, WORKER_HOST: host }: NodeJS.ProcessEnv) {
  return domain && port ? { domain, host, port: Number(port) } : undefined;
}

async function run(): Promise<void> {
  const port = Number(process.env.SANDBOX_PORT ?? 4000);
  const sandbox = await startSandbox({
    port,
    appUrl: process.env.APP_URL ?? `http://localhost:${process.env.PORT ?? 3000}`,
    dataDir: process.env.EINZUG_DATA_DIR ?? ".data",
    scenario: process.env.SANDBOX_SCENARIO === "empty" ? "empty" : "demo",
    mailLogin: loginIn(process.env.SMTP_URL),
    inbound: inboundOf(process.env),
  });
  console.log(`sandbox ready on ${sandbox.deskUrl}`);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    sandbox.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error("sandbox did not stop cleanly:", error);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  run().catch((error: unknown) => {
    console.error("sandbox did not start:", error);
    process.exit(1);
  });
