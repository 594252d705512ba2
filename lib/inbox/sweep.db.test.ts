import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { sweepEvents } from "./sweep";

const at = new Date();
const daysAgo = (days: number) => new Date(at.getTime() - days * 86_400_000);

test("events older than 400 days are deleted in batches, except those that still wait", async () => {
  const { customerId } = await seedSupplier();
  const base = { subject: "payments:PM1", action: "confirmed", payload: {} };
  const event = (id: string, days: number, more: object) => ({
    ...{ ...base, id, eventId: id, provider: "GOCARDLESS", customerId, handledAt: at },
    ...{ occurredAt: daysAgo(days), receivedAt: daysAgo(days) },
    ...more,
  });
  await db.inboxEvent.createMany({
    data: [
      ...[401, 402, 403, 500].map((days) => event(`old-${days}`, days, {})),
      event("old-books", 401, { provider: "LEXOFFICE" }),
      event("nobodys", 401, { customerId: null, handledAt: null }),
      event("waiting", 900, { handledAt: null }),
      event("recent", 399, {}),
    ],
  });
  expect(await sweepEvents(daysAgo(400), 2)).toBe(6);
  const left = await db.inboxEvent.findMany({ orderBy: { id: "asc" } });
  expect(left.map(({ id }) => id)).toEqual(["recent", "waiting"]);
  expect(await sweepEvents(daysAgo(400), 2)).toBe(0);
});
