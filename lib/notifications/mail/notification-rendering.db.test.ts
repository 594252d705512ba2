import { describe, expect, test } from "vitest";
import { notificationToken, readNotificationToken } from "@/lib/auth/notification-token";
import { sign } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import type { Prisma } from "@/lib/core/prisma/client";
import { leaveNotification } from "@/lib/notifications/preferences/mutations";
import { queueMail } from "@/lib/outbox/mutations";
import { connectedSupplier } from "@/test/supplier-data";
import { renderMail } from "./rendering";

const { customerId, userId } = await connectedSupplier();
const HOSTILE = `<img src=x onerror=alert(1)>=HYPERLINK("http://evil.example")\u202E\r\nBcc: x@y.example 😀${"ä".repeat(10_000)}`;
const debit = { invoiceId: "inv_1", number: HOSTILE, payer: HOSTILE, cents: 123_456, code: "AM04" };
const group = { kind: "collection_failed", count: 1, sumCents: 123_456, since: "2026-12-02T09:00:00.000Z" };
const sum = { count: 3, cents: 123_456 };
const person = { userId, company: HOSTILE };

const DATA = {
  preview: {
    ...person,
    tomorrow: { ...sum, day: "2026-12-03", stoppable: 1, debits: [debit] },
    lastCalls: ["2026-12-04", "2026-12-07"].map((day) => ({ ...sum, day, debits: [debit] })),
  },
  digest: {
    ...person,
    day: "2026-12-02",
    collected: sum,
    returned: sum,
    paidOut: sum,
    signed: 2,
    needsYou: [
      { ...group, number: HOSTILE },
      { ...group, kind: "of_a_later_version" },
    ],
  },
  alerts: {
    ...person,
    groups: [
      { ...group, number: HOSTILE, items: [debit] },
      { ...group, kind: "connection_lost", type: "SEVDESK", items: [] },
      { ...group, kind: "sign_in_lost", type: "DATEV", items: [] },
    ],
  },
} satisfies Record<string, Prisma.InputJsonObject>;

async function rendered(template: keyof typeof DATA, locale: "en" | "de") {
  const key = `test:${template}:${locale}`;
  const mail = { key, template, locale, recipient: "a@b.example", data: DATA[template] };
  await db.$transaction((tx) => queueMail(tx, customerId, mail));
  return await renderMail(await db.mail.findUniqueOrThrow({ where: { key } }));
}

describe.each(["en", "de"] as const)("in %s", (locale) => {
  const amount = locale === "de" ? "1.234,56" : "1,234.56";

  test.each(["preview", "digest", "alerts"] as const)(
    "the %s contains its figures, and no name becomes more than text",
    async (kind) => {
      const { subject, html, text, unsubscribeUrl } = await rendered(kind, locale);
      expect(subject).not.toMatch(/[\r\n\u202E]/);
      expect(subject.length).toBeLessThanOrEqual(160);
      expect(html).toContain(amount);
      expect(text).toContain(amount);
      expect(html).not.toContain("<img");
      expect(html).not.toContain("\u202E");
      expect(text).not.toMatch(/[\u202A-\u202E]|^Bcc:/m);
      expect(text.length).toBeLessThan(20_000);
      expect(html.length).toBeLessThan(60_000);
      expect(`${subject} ${text}`).not.toMatch(/\{\w+|MISSING|mail\.notification|of_a_later_version/);
      const places =
        kind === "preview" ? ["03", "04", "07"].map((day) => `/app/upcoming?day=2026-12-${day}`) : ["/app"];
      for (const place of places) expect(text).toContain(place);
      if (kind === "alerts") {
        expect(unsubscribeUrl).toBeUndefined();
        expect(text).toContain("/app/settings/notifications");
        expect(text).toContain("sevdesk");
        expect(text).toContain("DATEV");
        expect(text).toContain("/app/datev#export");
      } else {
        const token = new URL(unsubscribeUrl ?? "").pathname.replace("/api/notifications/", "");
        expect(await readNotificationToken(token)).toEqual({ customerId, userId, kind });
        expect(text).toContain(`/n/${token}`);
        expect(`https://rechnungen.einzug.example/n/${token}`.length).toBeLessThanOrEqual(76);
      }
    },
  );
});

describe("the link that turns off a kind of mail", () => {
  const wishes = async () =>
    await db.membership.findUniqueOrThrow({
      where: { customerId_userId: { customerId, userId } },
      select: { wantsPreview: true, wantsDigest: true, wantsAlerts: true },
    });

  test("turns off that kind for that person, and may be used twice", async () => {
    const token = notificationToken({ customerId, userId, kind: "digest" });
    await leaveNotification(token);
    await leaveNotification(token);
    expect(await wishes()).toEqual({ wantsPreview: true, wantsDigest: false, wantsAlerts: true });
  });

  test("does nothing if it was changed, invented, or is for another kind", async () => {
    const token = notificationToken({ customerId, userId, kind: "preview" });
    const other = await connectedSupplier();
    const ofOther = notificationToken({ customerId: other.customerId, userId, kind: "preview" });
    const forged = Buffer.from(`${customerId}/${userId}/digest`).toString("base64url");
    const alerts = notificationToken({ customerId, userId, kind: "alerts" as "digest" });
    const otherKind = `d${token.slice(1)}`;
    for (const bad of ["", ".", "x.y", "p", token.slice(0, -1), otherKind, `${forged}.${token}`, ofOther, alerts])
      await expect(leaveNotification(bad), bad).rejects.toMatchObject({ code: "not_found" });
    expect(await wishes()).toMatchObject({ wantsPreview: true, wantsAlerts: true });
  });

  test("is not found for a person who is no longer there", async () => {
    const token = notificationToken({ customerId, userId: "usr_gone", kind: "digest" });
    await expect(leaveNotification(token)).rejects.toMatchObject({ code: "not_found" });
  });

  test("works for the supplier who is named in the mail, for a person with several", async () => {
    const other = await connectedSupplier();
    await db.membership.create({ data: { customerId: other.customerId, userId, role: "member" } });
    await leaveNotification(notificationToken({ customerId: other.customerId, userId, kind: "preview" }));
    const wanted = await db.membership.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
    expect(wanted.map(({ wantsPreview }) => wantsPreview)).toEqual([true, false]);
  });

  test("still works in mails that were sent before the links became short", async () => {
    await db.membership.updateMany({ where: { userId }, data: { wantsPreview: true } });
    const body = Buffer.from(`${customerId}/${userId}/preview`).toString("base64url");
    await leaveNotification(`${body}.${sign("notification-link", body)}`);
    expect(await wishes()).toMatchObject({ wantsPreview: false });
  });
});
