import { gzipSync } from "node:zlib";
import pg from "pg";
import { db } from "@/lib/core/database/db";
import { scoresOf } from "./lighthouse";
import { type Owner, signedInOwner } from "./owner";
import { withRoute } from "./route-of-its-own";
import { layRows } from "./scale-rows";
import { withStack } from "./stack-of-its-own";
import { median } from "./two-samples";

/**
 * Measures what pages cost compared with an empty page of the same build, all rendered per request. Compares the
 * JavaScript that the browser fetches before the page works (gzip), and the requests per second of one web process.
 * Also runs Lighthouse on the pages opened most.
 */
const JS_BOUND = 1.5;
const ROUNDS = 7;
const ROUND_MS = 3_000;
const AT_ONCE = 8;
const LIGHTHOUSE_ROUNDS = 5;
const LIGHTHOUSE_BOUNDS = { performance: 97, accessibility: 100, "best-practices": 100 } as const;
const INVOICES = 1_000;

/** Requests per second of a page, as a share of those of the empty page. */
const RATE_BOUNDS = { "/login": 0.7, "/app/invoices": 0.4 } as const;
const LIGHTHOUSE_PAGES = ["/login", "/app", "/app/invoices"];
const PAGES = [
  "/login",
  "/register",
  "/app",
  "/app/invoices",
  "/app/upcoming",
  "/app/returns",
  "/app/transfer",
  "/app/mandates",
  "/app/mandates/first-requests",
  "/app/contacts",
  "/app/contacts/ctc_1",
  "/app/payouts",
  "/app/activity",
  "/app/notices",
  "/app/e-invoices",
  "/app/emails",
  "/app/connections",
  "/app/subscription",
  "/app/settings",
  "/app/settings/collecting",
  "/app/account",
  "/app/account/api",
  "/app/account/webhooks",
  "/status",
  "/changelog",
  "/api-docs",
];

/** Is below a public path, and exists only while this bench builds. */
const EMPTY = { file: "app/m/[token]/bench-empty/page.tsx", path: "/m/bench/bench-empty" };
const SOURCE = `import { headers } from "next/headers";
export default async function EmptyPage() {
  await headers();
  return <p>empty</p>;
}
`;

/** `npm run bench -- pages [scripts | rates | lighthouse]`: runs one part, or all. */
export async function measurePages([part]: string[]): Promise<boolean> {
  return await withRoute(EMPTY.file, SOURCE, () =>
    withStack("pages", async (stack, { app }) => {
      await stack.children.worker.stop();
      const owner = await layOwner(stack.env.DATABASE_URL as string);
      const parts = {
        scripts: () => compareScripts(app, owner),
        rates: () => compareRates(app, owner),
        lighthouse: () => askLighthouse(app, owner),
      };
      let holds = true;
      for (const [name, measure] of Object.entries(parts))
        if (!part || part === name) holds = (await measure()) && holds;
      console.log(`\n  ${holds ? "holds" : "BROKEN"}`);
      return holds;
    }),
  );
}

async function layOwner(databaseUrl: string): Promise<Owner> {
  const owner = await signedInOwner();
  await db.$disconnect();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await layRows(client, [{ id: owner.customerId, invoices: INVOICES }]);
  await client.query("VACUUM ANALYZE");
  await client.end();
  return owner;
}

async function compareScripts(app: string, { cookie }: Owner): Promise<boolean> {
  const empty = await scriptBytes(`${app}${EMPTY.path}`, cookie);
  console.log(`\n  JavaScript, gzip (bound ${JS_BOUND})\n  ${"an empty page".padEnd(24)} ${kib(empty)}`);
  let holds = true;
  for (const page of PAGES) {
    const bytes = await scriptBytes(`${app}${page}`, page.startsWith("/app") ? cookie : "");
    const ratio = bytes / empty;
    holds &&= ratio <= JS_BOUND;
    console.log(`  ${page.padEnd(24)} ${kib(bytes)} ${ratio.toFixed(3)}${ratio <= JS_BOUND ? "" : " !"}`);
  }
  return holds;
}

async function compareRates(app: string, { cookie }: Owner): Promise<boolean> {
  const pages = Object.keys(RATE_BOUNDS) as (keyof typeof RATE_BOUNDS)[];
  const ratios: Record<string, number[]> = Object.fromEntries(pages.map((page) => [page, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    const empty = await requestsPerSecond(`${app}${EMPTY.path}`, "");
    for (const page of pages) {
      const rate = await requestsPerSecond(`${app}${page}`, page.startsWith("/app") ? cookie : "");
      if (round > 0) ratios[page]?.push(rate / empty); // The first round warms up.
    }
  }
  console.log("\n  requests a second, as a part of those of an empty page");
  let holds = true;
  for (const page of pages) {
    const ratio = median(ratios[page] ?? []);
    holds &&= ratio >= RATE_BOUNDS[page];
    console.log(`  ${page.padEnd(24)} ${ratio.toFixed(3)} (bound ${RATE_BOUNDS[page]})`);
  }
  return holds;
}

async function askLighthouse(app: string, { cookie }: Owner): Promise<boolean> {
  const port = Number(new URL(app).port) + 40;
  console.log("\n  Lighthouse on a phone: performance, accessibility, best practices");
  // The score left for a page of ours: on a slow machine the framework alone costs points.
  const { performance: ofEmpty } = await scoresOf(`${app}${EMPTY.path}`, "", port, LIGHTHOUSE_ROUNDS);
  console.log(`  ${"an empty page".padEnd(24)} ${ofEmpty}`);
  let holds = true;
  for (const page of LIGHTHOUSE_PAGES) {
    const scores = await scoresOf(
      `${app}${page}`,
      page.startsWith("/app") ? cookie : "CookieConsent=false",
      port,
      LIGHTHOUSE_ROUNDS,
    );
    const bounds = Object.entries(LIGHTHOUSE_BOUNDS) as [keyof typeof LIGHTHOUSE_BOUNDS, number][];
    holds &&= bounds.every(([name, bound]) => scores[name] >= bound);
    console.log(`  ${page.padEnd(24)} ${bounds.map(([name]) => scores[name]).join(" ")}  ${scores.faults.join(", ")}`);
  }
  return holds;
}

/** Sums up the scripts that the page's markup loads, compressed one by one as they are sent. */
async function scriptBytes(url: string, cookie: string): Promise<number> {
  const html = await page(url, cookie);
  const sources = new Set(
    [...html.matchAll(/<script[^>]+src="([^"]+)"(?![^>]*noModule)/g)].map((match) => match[1] ?? ""),
  );
  let total = 0;
  for (const source of sources) {
    const script = await fetch(new URL(source, url));
    total += gzipSync(Buffer.from(await script.arrayBuffer())).length;
  }
  return total;
}

async function requestsPerSecond(url: string, cookie: string): Promise<number> {
  const until = performance.now() + ROUND_MS;
  let done = 0;
  const client = async () => {
    while (performance.now() < until) {
      await page(url, cookie);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return (done / ROUND_MS) * 1_000;
}

async function page(url: string, cookie: string): Promise<string> {
  const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return await response.text();
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`.padStart(10);
}
