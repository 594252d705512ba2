import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsOfAnswer } from "./answer-check";
import { TestWorld } from "./test-world";

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.start();
});
afterAll(() => world.stop());

describe("answers have the form of the vendor's file", () => {
  test.each([
    "/Invoice?showAll=true&limit=1000",
    "/Invoice?showAll=true&embed=contact.parent,paymentMethod,debit",
    "/InvoicePos",
    "/Contact?depth=1&embed=parent",
    "/CommunicationWay",
    "/ContactAddress?embed=country",
    "/ContactAddress",
    "/StaticCountry",
    "/PaymentMethod",
    "/SevUser",
    "/CheckAccount",
    "/CheckAccountTransaction",
  ])("for GET %s", async (path) => {
    const { status, body } = await world.get(path);
    expect(status).toBe(200);
    if (path !== "/CheckAccountTransaction") expect(body.objects.length).toBeGreaterThan(0);
    expect([...new Set(world.problems.splice(0))]).toEqual([]);
  });

  test("in an account of system version 1.0, too", async () => {
    const { apiKey, id } = (await world.desk("/sevdesk/clients", { name: "Alt & Treu GbR", systemVersion: "1.0" }))
      .body;
    await world.write({ client: id });
    const { body } = await world.api("GET", "/Invoice", undefined, { authorization: apiKey });
    expect(body.objects[0]).toMatchObject({ taxType: "default" });
    expect(body.objects[0]).not.toHaveProperty("taxRule");
    expect(world.problems.splice(0)).toEqual([]);
  });

  test("and the check reports wrong answers", async () => {
    const { body } = await world.get("/Invoice?limit=1&embed=contact");
    const invoice = body.objects[0] as object;
    const faultsOfChanged = (change: object) => faultsOfAnswer("/Invoice", { objects: [{ ...invoice, ...change }] });
    expect(faultsOfChanged({})).toEqual([]);
    expect(faultsOfChanged({ sumGross: 119 })).toEqual(["Invoice.sumGross is 119"]);
    expect(faultsOfChanged({ status: null })).toEqual(["Invoice.status is null"]);
    expect(faultsOfChanged({ dueDate: "2026-09-15" })).toEqual(["Invoice.dueDate is not known"]);
    expect(faultsOfChanged({ create: "15.09.2026" })).toEqual(['Invoice.create is "15.09.2026"']);
    expect(faultsOfChanged({ origin: { id: "1" } })).toEqual(["Invoice.origin.objectName is missing"]);
    expect(faultsOfChanged({ contact: { ...body.objects[0]?.contact, status: 5 } })).toEqual(["Contact.status is 5"]);
    expect(faultsOfAnswer("/Invoice", { objects: [], total: 3 })).toEqual(["/Invoice: total beside objects"]);
  });
});
