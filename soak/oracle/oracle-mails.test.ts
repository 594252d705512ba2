import { expect, test } from "vitest";
import { mailFindings } from "./oracle-mails";

const mail = (path: string) => ({
  to: "owner@werkstatt.example",
  subject: "GoCardless was disconnected",
  links: [`https://product.sim${path}`],
  at: "2026-12-01T09:00:00.000Z",
});
const wrong = (path: string) => mailFindings([mail(path), mail(path)], { lostTimes: [] }).length;

test("a mail that goes out twice is found, but for what owners are told each time a connection is let go", () => {
  expect([wrong("/app/invoices"), wrong("/app/connections")]).toEqual([1, 0]);
});
