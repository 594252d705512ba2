import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { dismissAll } from "@/test/notices";
import { connectedSupplier, openNotices } from "@/test/supplier-data";
import { dismissNotices, raiseNotice, resolveNotice } from "./mutations";

const { customerId } = await connectedSupplier();
const stranger = await connectedSupplier();

test("one cause is one notice, which opens again if the cause recurs", async () => {
  const notice = { key: "mandate-lost:x", kind: "mandate_lost" as const };
  await db.$transaction(async (tx) => {
    await raiseNotice(tx, customerId, notice);
    await raiseNotice(tx, customerId, { ...notice, data: { payerName: "Kern" } });
  });
  expect(await openNotices(customerId)).toEqual(["mandate-lost:x"]);
  await db.$transaction((tx) => resolveNotice(tx, customerId, notice.key));
  expect(await openNotices(customerId)).toEqual([]);
  await db.$transaction((tx) => raiseNotice(tx, customerId, notice));
  expect(await openNotices(customerId)).toEqual(["mandate-lost:x"]);
  await db.$transaction((tx) => resolveNotice(tx, customerId, notice.key));
});

test("a person can dismiss notices that need no action, but no other kinds or suppliers' notices", async () => {
  await db.$transaction(async (tx) => {
    for (const id of [customerId, stranger.customerId])
      await raiseNotice(tx, id, { key: "paid:1", kind: "paid_elsewhere" });
    await raiseNotice(tx, customerId, { key: "connection-lost:LEXOFFICE", kind: "connection_lost" });
  });
  await dismissAll(customerId, "paid_elsewhere");
  await dismissAll(customerId, "connection_lost");
  expect(await openNotices(customerId)).toEqual(["connection-lost:LEXOFFICE"]);
  expect(await openNotices(stranger.customerId)).toEqual(["paid:1"]);
});

test("dismissing keeps notices that are newer than the screen, and is recorded in the audit log", async () => {
  const { customerId: id, actor } = await connectedSupplier();
  const raise = (key: string) => db.$transaction((tx) => raiseNotice(tx, id, { key, kind: "paid_elsewhere" }));
  await raise("paid:1");
  const { createdAt } = await db.notice.findFirstOrThrow({ where: { customerId: id } });
  await raise("paid:2");
  await db.notice.updateMany({
    where: { customerId: id, key: "paid:2" },
    data: { createdAt: new Date(createdAt.getTime() + 1) },
  });
  await db.$transaction((tx) => dismissNotices(tx, id, { kind: "paid_elsewhere", until: createdAt }, actor));
  expect(await openNotices(id)).toEqual(["paid:2"]);
  expect(await db.auditEntry.findMany({ where: { customerId: id, action: "notices.dismissed" } })).toMatchObject([
    { subject: "paid_elsewhere", detail: { count: 1 }, userName: actor.userName },
  ]);
});

test("a notice whose cause becomes a graver one changes its kind", async () => {
  const key = "collection-returned:1";
  await db.$transaction(async (tx) => {
    await raiseNotice(tx, customerId, { key, kind: "collection_failed" });
    await raiseNotice(tx, customerId, { key, kind: "collection_returned" });
  });
  expect(await db.notice.findMany({ where: { customerId, key } })).toMatchObject([{ kind: "collection_returned" }]);
});
