import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { withStack } from "./stack-of-its-own";
import { median } from "./two-samples";

/**
 * What the sign-in page costs beside an empty page of the same build, both rendered per request: JavaScript that the
 * browser has to fetch before the page works (gzip), and requests a second of one web process.
 */
const JS_BOUND = 1.1;
const RATE_BOUND = 0.7;
const ROUNDS = 7;
const ROUND_MS = 3_000;
const AT_ONCE = 8;

/** Stands under a public path and only while this bench builds. */
const EMPTY = { folder: "app/m/[token]/bench-empty", path: "/m/bench/bench-empty" };
const SOURCE = `import { headers } from "next/headers";
export default async function EmptyPage() {
  await headers();
  return <p>empty</p>;
}
`;

export async function measurePages(): Promise<boolean> {
  mkdirSync(EMPTY.folder, { recursive: true });
  writeFileSync(`${EMPTY.folder}/page.tsx`, SOURCE);
  try {
    return await withStack("pages", async (_stack, { app }) => await measure(app));
  } finally {
    rmSync(EMPTY.folder, { recursive: true, force: true });
  }
}

async function measure(app: string): Promise<boolean> {
  const [login, empty] = [`${app}/login`, `${app}${EMPTY.path}`];
  const bytes = { login: await scriptBytes(login), empty: await scriptBytes(empty) };
  const rates: Record<"login" | "empty", number[]> = { login: [], empty: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair = { empty: await requestsPerSecond(empty), login: await requestsPerSecond(login) };
    if (round === 0) continue; // Warms up.
    rates.empty.push(pair.empty);
    rates.login.push(pair.login);
  }
  const ratio = median(rates.login.map((rate, i) => rate / (rates.empty[i] ?? Number.NaN)));
  const jsRatio = bytes.login / bytes.empty;
  const holds = jsRatio <= JS_BOUND && ratio >= RATE_BOUND;
  console.log(`
                   /login     empty     ratio
  JavaScript  ${kib(bytes.login)} ${kib(bytes.empty)}     ${jsRatio.toFixed(3)} (bound ${JS_BOUND})
  requests/s  ${median(rates.login).toFixed(1).padStart(10)} ${median(rates.empty).toFixed(1).padStart(10)}     ${ratio.toFixed(3)} (bound ${RATE_BOUND})
  ${holds ? "holds" : "BROKEN"}
`);
  return holds;
}

/** The scripts that the page's markup asks for, compressed one by one as they travel. */
async function scriptBytes(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
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

async function requestsPerSecond(url: string): Promise<number> {
  const until = performance.now() + ROUND_MS;
  let done = 0;
  const client = async () => {
    while (performance.now() < until) {
      const response = await fetch(url);
      await response.text();
      if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return (done / ROUND_MS) * 1_000;
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`.padStart(10);
}
