import { expect, test } from "vitest";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { findNotices } from "@/lib/notifications/bell/data";
import { connectedSupplier } from "@/test/supplier-data";
import { raiseNotice, resolveNotice } from "./mutations";
import { markNoticeRead, markNoticesRead } from "./read-mutations";

const PAGE = { rows: 25 };
const raise = (customerId: CustomerId, key: string) =>
  db.$transaction((tx) => raiseNotice(tx, customerId, { key, kind: "paid_elsewhere" }));

async function unread(customerId: CustomerId, userId: string): Promise<string[]> {
  const { items } = await findNotices(customerId, userId, { onlyUnread: true, page: PAGE });
  return items.map(({ key }) => key).sort();
}

test("a notice is read by one person, and by nobody else; one that recurs is unread again", async () => {
  const { customerId, userId } = await connectedSupplier();
  await raise(customerId, "a");
  await raise(customerId, "b");
  const { id } = await db.notice.findFirstOrThrow({ where: { customerId, key: "a" } });
  await markNoticeRead(customerId, userId, id);
  await markNoticeRead(customerId, userId, id);
  expect(await unread(customerId, userId)).toEqual(["b"]);
  expect(await unread(customerId, "usr_other")).toEqual(["a", "b"]);
  await raise(customerId, "a");
  expect(await unread(customerId, userId)).toEqual(["b"]);
  await db.$transaction((tx) => resolveNotice(tx, customerId, "a"));
  await raise(customerId, "a");
  expect(await unread(customerId, userId)).toEqual(["a", "b"]);
});

test("marking all as read keeps what came after the screen, and other suppliers' notices", async () => {
  const [one, other] = [await connectedSupplier(), await connectedSupplier()];
  await raise(one.customerId, "a");
  await raise(other.customerId, "a");
  const seen = await db.notice.findFirstOrThrow({ where: { customerId: one.customerId } });
  await db.notice.create({
    data: {
      customerId: one.customerId,
      id: "ntc_later",
      key: "later",
      kind: "paid_elsewhere",
      createdAt: new Date(seen.createdAt.getTime() + 1),
    },
  });
  await markNoticesRead(one.customerId, one.userId, seen.createdAt);
  expect(await unread(one.customerId, one.userId)).toEqual(["later"]);
  expect(await unread(other.customerId, other.userId)).toEqual(["a"]);
  const theirs = await db.notice.findFirstOrThrow({ where: { customerId: other.customerId } });
  await expect(markNoticeRead(one.customerId, one.userId, theirs.id)).rejects.toMatchObject({ code: "not_found" });
  expect(await db.noticeRead.count({ where: { noticeId: theirs.id } })).toBe(0);
});

test("a resolved notice is not unread", async () => {
  const { customerId, userId } = await connectedSupplier();
  await raise(customerId, "a");
  await db.$transaction((tx) => resolveNotice(tx, customerId, "a"));
  expect(await unread(customerId, userId)).toEqual([]);
});
