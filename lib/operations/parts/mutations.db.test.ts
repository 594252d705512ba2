import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { clearJobs } from "@/test/jobs";
import { statementsOf } from "@/test/statements";
import { connectedSupplier } from "@/test/supplier-data";
import { observedParts, observeParts } from "./mutations";

const DAY_SECONDS = 86_400;
const MINUTE_MS = 60_000;
const vendor = async () => (await observeParts(DAY_SECONDS)).parts.find((part) => part.name === "GoCardless");
const minutesAgo = (minutes: number) => new Date(now().getTime() - minutes * MINUTE_MS);

beforeEach(async () => {
  await clearJobs();
  await db.partState.deleteMany();
  await db.connection.updateMany({ data: { status: "disconnected" } });
});

async function readGocardless(customerId: string, eventsReadUntil: Date): Promise<void> {
  await db.connection.updateMany({ where: { customerId, type: "GOCARDLESS" }, data: { eventsReadUntil } });
}

/** Moves the stored times back, as if the last look had been then. */
async function looked(minutes: number): Promise<void> {
  const back = minutesAgo(minutes);
  await db.partState.updateMany({ data: { since: back, seenAt: new Date(Date.now() - minutes * MINUTE_MS) } });
}

test("a part keeps the time since which it works until it is disturbed, and gets a new one when it works again", async () => {
  const { customerId } = await connectedSupplier();
  await readGocardless(customerId, now());
  const first = await vendor();
  expect(first).toMatchObject({ state: "good", since: expect.any(String) });
  await looked(15);
  const { since } = await db.partState.findUniqueOrThrow({ where: { part: "vendor/GoCardless" } });
  expect(await vendor()).toMatchObject({ state: "good", since: since.toISOString() });

  const stopped = minutesAgo(200);
  await readGocardless(customerId, stopped);
  const disturbed = { state: "bad", since: expect.stringContaining(stopped.toISOString().slice(0, 16)) };
  expect(await vendor()).toMatchObject(disturbed);
  expect(await vendor()).toMatchObject(disturbed);

  await readGocardless(customerId, now());
  const again = await vendor();
  expect(again?.state).toBe("good");
  expect(new Date(again?.since ?? 0).getTime()).toBeGreaterThan(now().getTime() - MINUTE_MS);
});

test("a part counts as working only from the next look after nobody looked for a long time", async () => {
  const { customerId } = await connectedSupplier();
  await readGocardless(customerId, now());
  await vendor();
  await looked(60);
  expect(new Date((await vendor())?.since ?? 0).getTime()).toBeGreaterThan(now().getTime() - MINUTE_MS);
});

test("the state of a part whose state is not known stays as it was stored", async () => {
  const { customerId } = await connectedSupplier();
  await readGocardless(customerId, now());
  await vendor();
  await readGocardless(customerId, minutesAgo(200));
  const part = (await observeParts(60)).parts.find(({ name }) => name === "GoCardless");
  expect(part).toEqual({ key: "vendor", name: "GoCardless", state: "unknown" });
  expect(await db.partState.findUnique({ where: { part: "vendor/GoCardless" } })).toMatchObject({ state: "good" });
});

test("the answer names no supplier, and a second reader within half a minute asks the database nothing", async () => {
  const supplier = await connectedSupplier();
  const view = await observedParts();
  expect(JSON.stringify(view)).not.toContain(supplier.customerId);
  expect(await statementsOf(() => observedParts())).toHaveLength(0);
});
