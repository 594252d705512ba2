import { expect, test } from "vitest";
import { mailFindings } from "./oracle-mails";

const mail = (path: string) => ({
  to: "owner@werkstatt.example",
  subject: "GoCardless was disconnected",
  links: [`https://product.sim${path}`],
  at: "2026-12-01T09:00:00.000Z",
});
const wrong = (path: string) => mailFindings([mail(path), mail(path)], { lostTimes: [] }).length;

test("finds a mail that was sent twice, except the mail to owners about a disconnected account", () => {
  expect([wrong("/app/invoices"), wrong("/app/connections")]).toEqual([1, 0]);
});
