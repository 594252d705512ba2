import { expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { connectedSupplier, openNotices } from "@/test/supplier-data";
import { dismissNotices, raiseNotice, resolveNotice } from "./mutations";

const { customerId } = await connectedSupplier();
const stranger = await connectedSupplier();

test("the same cause is one notice, told again when it comes back", async () => {
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

test("what only has to be known can be laid aside; what has to be mended, and other suppliers' notices, stay", async () => {
  await db.$transaction(async (tx) => {
    for (const id of [customerId, stranger.customerId])
      await raiseNotice(tx, id, { key: "paid:1", kind: "paid_elsewhere" });
    await raiseNotice(tx, customerId, { key: "connection-lost:LEXOFFICE", kind: "connection_lost" });
    await dismissNotices(tx, customerId, "paid_elsewhere");
    await dismissNotices(tx, customerId, "connection_lost");
  });
  expect(await openNotices(customerId)).toEqual(["connection-lost:LEXOFFICE"]);
  expect(await openNotices(stranger.customerId)).toEqual(["paid:1"]);
});

test("a cause that turns out to be a graver one is told as that", async () => {
  const key = "collection-returned:1";
  await db.$transaction(async (tx) => {
    await raiseNotice(tx, customerId, { key, kind: "collection_failed" });
    await raiseNotice(tx, customerId, { key, kind: "collection_returned" });
  });
  expect(await db.notice.findMany({ where: { customerId, key } })).toMatchObject([{ kind: "collection_returned" }]);
});
