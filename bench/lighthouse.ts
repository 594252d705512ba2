import "reflect-metadata";
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer, type Http2SecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { X509CertificateGenerator } from "@peculiar/x509";
import chromium from "@sparticuz/chromium";

export interface LighthouseScores {
  performance: number;
  accessibility: number;
  "best-practices": number;
  /** Audits that cost points. */
  faults: string[];
}

/** Installed when it is needed: it brings a hundred megabytes that nothing else uses. */
const LIGHTHOUSE = "lighthouse@13.5.0";
const WARM_UP = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;

/**
 * Returns Lighthouse's scores (0 to 100) of a page on its model of a mid-range phone: the median of `rounds` by
 * performance. The page is requested before, so that no process is still loading its code. Uses two ports from `port`
 * on.
 */
export async function scoresOf(url: string, cookie: string, port: number, rounds: number): Promise<LighthouseScores> {
  const { pathname, origin } = new URL(url);
  for (let i = 0; i < WARM_UP; i += 1) await (await fetch(url, { headers: { cookie } })).text();
  const door = await openDoor(origin, port + 1);
  const found: LighthouseScores[] = [];
  try {
    for (let round = 0; round < rounds; round += 1)
      found.push(await once(`https://localhost:${port + 1}${pathname}`, cookie, port));
  } finally {
    door.close();
  }
  return found.toSorted((a, b) => a.performance - b.performance)[Math.floor(rounds / 2)] as LighthouseScores;
}

/** Headers of a single HTTP/1 connection, which HTTP/2 does not allow. */
const OF_THE_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "host"]);

/**
 * Starts a proxy in front of the web process, as an installation has one: it speaks TLS and HTTP/2. It drops only the
 * referrer policy header, on which the packaged browser crashes while a page is traced (headless Chromium 147). No
 * score depends on that header.
 */
async function openDoor(origin: string, port: number): Promise<Http2SecureServer> {
  const door = createSecureServer(await certificate(), (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const plain = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
    const host = headers[":authority"];
    const onward = request(
      new URL(url, origin),
      { method, headers: { ...Object.fromEntries(plain), host } },
      (answer) => {
        const kept = Object.entries(answer.headers).filter(
          ([name]) => !OF_THE_CONNECTION.has(name) && name !== "referrer-policy",
        );
        outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.stream.close());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => door.listen(port, "127.0.0.1", resolve));
  return door;
}

/** Returns a self-signed certificate, which the measuring browser accepts by a flag. */
async function certificate(): Promise<{ key: string; cert: string }> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: "CN=localhost",
    keys,
    signingAlgorithm: algorithm,
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return { key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`, cert: cert.toString("pem") };
}

async function once(url: string, cookie: string, port: number): Promise<LighthouseScores> {
  const browser = await startBrowser(port);
  try {
    const { categories, audits, runtimeError } = await reportOn(url, cookie, port);
    if (runtimeError) throw new Error(`Lighthouse could not look at ${url}: ${runtimeError.message}`);
    const score = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100);
    const faults = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} (${audits[id]?.displayValue ?? audits[id]?.score})`);
    return {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      faults,
    };
  } finally {
    await browser.stop();
  }
}

/** The part of Lighthouse's report that is read here. */
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; displayValue?: string }>;
  runtimeError?: { message: string };
}

/** @param port of a running browser */
async function reportOn(url: string, cookie: string, port: number): Promise<Report> {
  const args = [`--port=${port}`, "--quiet", "--output=json", `--only-categories=${CATEGORIES.join(",")}`];
  const headers = `--extra-headers=${JSON.stringify({ Cookie: cookie })}`;
  const { stdout } = await promisify(execFile)("npx", ["--yes", LIGHTHOUSE, url, ...args, headers], {
    maxBuffer: 64 * 2 ** 20,
  });
  return JSON.parse(stdout) as Report;
}

/** Starts a new browser for each round, so that nothing is cached. */
async function startBrowser(port: number): Promise<{ stop: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), "einzug-lighthouse-"));
  const args = [
    "--headless",
    "--no-sandbox",
    "--no-zygote",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--ignore-certificate-errors",
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${profile}`,
    "about:blank",
  ];
  const child = spawn(await chromium.executablePath(), args, { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/json/version`).then(
      (response) => response.ok,
      () => false,
    );
  for (let tries = 0; !(await isUp()); tries += 1) {
    if (tries > 100) throw new Error("the browser did not start");
    await wait(100);
  }
  return {
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
