import { expect, test, vi } from "vitest";
import { signInByPassword } from "@/lib/auth/sign-in";
import { issueTicket } from "@/lib/auth/tokens";
import { db } from "@/lib/core/db";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { logLines } from "@/test/log-lines";
import { doors } from "./sign-in-access";
import { beginApiSession } from "./sign-in-mutations";

const IP = "203.0.113.7";
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-forwarded-for": IP, "user-agent": "Firefox" }),
  cookies: async () => new Map(),
}));

test("a sign-in leaves a line that says who came, from where and by what proof", async () => {
  const { customerId, userId, email, password } = await seedSupplier();
  const who = { level: "info", msg: "session started", customerId, userId, ip: IP, hasSecondFactor: false };
  expect(await logLines(() => doors.password({ email, password }))).toMatchObject([{ ...who, isApi: false }]);
  const person = await signInByPassword({ email, password }, IP);
  const lines = await logLines(() => beginApiSession(person, { ip: IP, userAgent: "curl" }));
  expect(lines).toMatchObject([{ ...who, isApi: true }]);
});

test("a password of ten years ago opens as on its first day, and nobody is asked for a new one", async () => {
  const { userId, email, password } = await seedSupplier();
  const past = new Date();
  past.setFullYear(past.getFullYear() - 10);
  await db.user.update({ where: { id: userId }, data: { createdAt: past, updatedAt: past } });
  expect(await doors.password({ email, password })).toMatchObject({ id: userId });
});

test("a sign-in that fails leaves a line that says at which door, from where and why, and nothing that was typed", async () => {
  const { email } = await seedSupplier();
  const typed = { email, password: "Kormoran-42-Wind!!" };
  const enter = (door: keyof typeof doors, fields: Record<string, string>) =>
    logLines(() => expect(doors[door](fields)).rejects.toThrow());
  const lines = [
    ...(await enter("password", typed)),
    ...(await enter("passkey", { userId: "usr_1", credential: "{}" })),
    ...(await enter("ticket", { ticket: await issueTicket("ses_1") })),
  ];
  const refused = { level: "warn", msg: "sign-in refused", ip: IP, requestId: expect.any(String) };
  expect(lines).toMatchObject([
    { ...refused, way: "password", code: "wrong_credentials" },
    { ...refused, way: "passkey", code: "invalid_input" },
    { ...refused, way: "ticket", code: "link_expired" },
  ]);
  for (const text of Object.values(typed)) expect(JSON.stringify(lines)).not.toContain(text);
});
