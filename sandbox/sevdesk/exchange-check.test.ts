import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOfReply, faultsOfRequest } from "./exchange-check";
import { type Json, TestWorld } from "./test-world";

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.start();
});
afterAll(() => world.stop());

const noted = (): string[] => (world.twin.state() as { mistakes: string[] }).mistakes;
const asked = (name: string, query = "", body?: object, params: Record<string, string> = {}): string[] => {
  const raw = Buffer.from(body ? JSON.stringify(body) : "");
  return faultsOfRequest(name, { params, query: new URLSearchParams(query), raw });
};

const CHECK_ACCOUNT = { id: 5107766, objectName: "CheckAccount" };
const BOOKING = { amount: 297.5, date: 1757548800, type: "FULL_PAYMENT", checkAccount: CHECK_ACCOUNT };

test.each([
  ["a parameter nobody knows", asked("GET /Invoice", "satus=200"), "GET /Invoice?satus is not known"],
  ["a value that is not in the list", asked("GET /Invoice", "status=300"), 'GET /Invoice?status is "300"'],
  ["a word for a number", asked("GET /Invoice", "startDate=2026-09-01"), 'GET /Invoice?startDate is "2026-09-01"'],
  ["seconds for an instant", asked("GET /CheckAccountTransaction", "startDate=1757548800"), "startDate is"],
  ["an id of another system", asked("GET /Invoice/:id", "", undefined, { id: "a-1" }), 'GET /Invoice/:id :id is "a-1"'],
  ["a call that is not there", asked("GET /Rechnung"), "GET /Rechnung is not known"],
  ["a field nobody knows", asked("PUT /Invoice/:id/bookAmount", "", { ...BOOKING, fee: 1 }), "fee is not known"],
  ["a text for a number", asked("PUT /Invoice/:id/bookAmount", "", { ...BOOKING, amount: "1" }), 'amount is "1"'],
  ["a missing field", asked("PUT /Invoice/:id/bookAmount", "", { amount: 1 }), "date is missing"],
  ["a body where none belongs", asked("GET /Invoice", "", {}), "GET /Invoice has a body"],
])("reports a request with %s", (_what, faults, expected) => {
  expect(faults.join("\n")).toContain(expected);
});

test("does not report listed deviations", () => {
  expect(asked("GET /Invoice", "status=750&embed=contact&limit=500&offset=0&countAll=true")).toEqual([]);
  expect(asked("GET /PaymentMethod", "limit=1")).toEqual([]);
  expect(asked("PUT /Invoice/:id/bookAmount", "", BOOKING, { id: "1" })).toEqual([]);
});

test("reports an answer with another record than the call returns", async () => {
  const { body } = await world.get("/Contact?limit=1");
  const reply = { status: 200, body: { objects: body.objects as Json[] } };
  expect(faultsOfReply("GET /Contact", reply)).toEqual([]);
  expect(faultsOfReply("GET /Invoice", reply)).toEqual(["GET /Invoice answers Contact"]);
  expect(faultsOfReply("GET /Contact", { status: 200, body: { objects: [{ ...body.objects[0], vat: 1 }] } })).toEqual([
    "Contact.vat is not known",
  ]);
});

test("notes mistakes in the twin's state, also for refused calls", async () => {
  await world.get("/Invoice?limit=1&embed=contact");
  expect(noted()).toEqual([]);
  await world.get("/Invoice?colour=blue");
  await world.api("PUT", "/Invoice/1/bookAmount", { ...BOOKING, amount: "all" });
  expect(noted()).toEqual(["GET /Invoice?colour is not known", 'PUT /Invoice/:id/bookAmount.amount is "all"']);
});
