import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { clearJobs } from "@/test/jobs";
import { connectedSupplier } from "@/test/supplier-data";
import { readFreshParts } from "./data";

const DAY_SECONDS = 86_400;
const partOf = async (name: string) => (await readFreshParts(DAY_SECONDS)).parts.find((part) => part.name === name);

test("a vendor works if any supplier was read lately, and is late if most were not", async () => {
  await clearJobs();
  await db.connection.updateMany({ data: { status: "disconnected" } });
  expect(await partOf("GoCardless")).toEqual({ key: "vendor", name: "GoCardless", state: "unused" });
  const { customerId } = await connectedSupplier();
  const minutesAgo = (minutes: number) => new Date(now().getTime() - minutes * 60_000);
  const read = (eventsReadUntil: Date) =>
    db.connection.updateMany({ where: { customerId, type: "GOCARDLESS" }, data: { eventsReadUntil } });
  await read(minutesAgo(3));
  expect(await partOf("GoCardless")).toMatchObject({ state: "good" });
  await read(minutesAgo(200));
  expect(await partOf("GoCardless")).toMatchObject({ state: "bad" });
});
