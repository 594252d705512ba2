import { randomUUID } from "node:crypto";
import { withStack } from "./stack-of-its-own";
import { compareSamples } from "./two-samples";

/**
 * Measures whether response times reveal if an e-mail address is registered. Sends pairs of a known and an unknown
 * address in random order to login, forgotten password and passkey start. A difference counts if an attacker could use
 * it. That is so if an answer for a known address is clearly more often slower (or faster) than one for an unknown
 * address.
 */
const PAIRS = 1_000;
const WARM_UP = 40;
/** Below this, an attacker learns nothing even from a thousand attempts per address. */
const BOUND = 0.05;

const CALLS: { name: string; path: string; body: (email: string) => object }[] = [
  { name: "login", path: "login", body: (email) => ({ email, password: "Kormoran-42-Wind!!" }) },
  { name: "forgotten password", path: "register/forgotten-password", body: (email) => ({ email }) },
  { name: "passkey start", path: "passkeys/login/start", body: (email) => ({ email }) },
];

export async function measureEnumeration(args: string[]): Promise<boolean> {
  const pairs = Number(args[0] ?? PAIRS);
  return await withStack("enumeration", async (_stack, { app }) => {
    const known = await layUsers(pairs + WARM_UP);
    let holds = true;
    console.log("\n                       known   unknown   known is slower   p");
    for (const call of CALLS) holds = (await compare(app, call, known)) && holds;
    console.log(`\n  ${pairs} pairs each; bound: 0.5 ± ${BOUND}\n  ${holds ? "holds" : "BROKEN"}\n`);
    return holds;
  });
}

async function compare(app: string, call: (typeof CALLS)[number], known: string[]): Promise<boolean> {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (const [index, email] of known.entries()) {
    const pair = { known: email, unknown: addressOf(`nobody-${randomUUID().slice(0, 8)}`) };
    const order = Math.random() < 0.5 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
    for (const kind of order) {
      const ms = await timed(`${app}/api/v1/${call.path}`, call.body(pair[kind]), index);
      if (index >= WARM_UP) times[kind].push(ms);
    }
  }
  const { larger, p, medians } = compareSamples(times.known, times.unknown);
  const [slow, fast] = medians.map((ms) => `${ms.toFixed(2)} ms`.padStart(9));
  console.log(`  ${call.name.padEnd(18)} ${slow} ${fast}   ${larger.toFixed(3).padStart(15)}   ${p.toFixed(3)}`);
  return Math.abs(larger - 0.5) <= BOUND;
}

/** Each pair comes from an address of its own, because a rate limit would answer differently. */
async function timed(url: string, body: object, index: number): Promise<number> {
  const headers = { "content-type": "application/json", "x-forwarded-for": `2001:db8:0:${index.toString(16)}::1` };
  const startedAt = performance.now();
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  await response.text();
  const ms = performance.now() - startedAt;
  if (![200, 401].includes(response.status)) throw new Error(`${url} answered ${response.status}`);
  return ms;
}

/** Creates users with a password. All share one hash: it only matters that there is one to compare with. */
async function layUsers(count: number): Promise<string[]> {
  const { db } = await import("../lib/core/database/db");
  const { newId } = await import("../lib/core/formats/ids");
  const { seedSupplier } = await import("../prisma/seed/suppliers");
  const { customerId, userId } = await seedSupplier();
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const users = Array.from({ length: count }, () => ({
    id: newId("user"),
    email: addressOf(`person-${randomUUID().slice(0, 8)}`),
    name: "Ada Nordwind",
    passwordHash,
    emailProvenAt: new Date(),
  }));
  await db.user.createMany({ data: users });
  await db.membership.createMany({ data: users.map((user) => ({ customerId, userId: user.id })) });
  return users.map((user) => user.email);
}

function addressOf(name: string): string {
  return `${name}@enumeration.example`;
}
