import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Store } from "../kit/store";
import { TestWorld } from "./test-world";

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.start();
});
afterEach(() => world.kit.faults.clear());
afterAll(() => world.stop());

describe("the key", () => {
  test.each([
    ["none", ""],
    ["another", "0".repeat(32)],
    ["with Bearer in front", "Bearer KEY"],
  ])("%s is refused with sevdesk's form of errors", async (_what, key) => {
    const authorization = key.replace("KEY", world.key);
    const { status, body } = await world.api("GET", "/Invoice", undefined, { authorization });
    expect(status).toBe(401);
    expect(body).toEqual({
      objects: null,
      error: { message: "Authentication required", code: 151, exceptionUUID: null },
    });
  });

  test("in the address, which worked until April 2025, is refused", async () => {
    const path = `/Invoice?token=${world.key}`;
    expect((await world.api("GET", path, undefined, { authorization: "" })).status).toBe(401);
  });

  test("ends at once when it is rotated or revoked, for its own account only", async () => {
    const { apiKey, id } = (await world.desk("/sevdesk/clients", { name: "Nebenan GmbH" })).body;
    const ask = async (authorization: string) =>
      (await world.api("GET", "/Invoice", undefined, { authorization })).status;
    expect(await ask(apiKey)).toBe(200);
    const turned = (await world.desk("/sevdesk/keys/rotate", { client: id })).body.apiKey;
    expect([await ask(apiKey), await ask(turned)]).toEqual([401, 200]);
    await world.desk("/sevdesk/keys/revoke", { client: id });
    expect([await ask(turned), await ask(world.key)]).toEqual([401, 200]);
  });

  test("gives access to its own account only", async () => {
    const { apiKey } = (await world.desk("/sevdesk/clients", { name: "Fremd AG" })).body;
    const { id, contactId } = await world.write();
    for (const path of [`/Invoice/${id}`, `/Contact/${contactId}`])
      expect((await world.api("GET", path, undefined, { authorization: apiKey })).status, path).toBe(400);
    for (const path of ["/Invoice", "/Contact?depth=1", "/CommunicationWay", "/ContactAddress"])
      expect((await world.api("GET", path, undefined, { authorization: apiKey })).body.objects, path).toEqual([]);
  });

  test("allows four calls at once, then four calls a second", async () => {
    const slow = await TestWorld.start({ requestsPerSecond: 4 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => slow.get("/PaymentMethod")));
    expect(answers.map((one) => one.status).filter((status) => status === 429).length).toBeGreaterThan(0);
    const refused = answers.find((one) => one.status === 429);
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect(refused?.body.error).toMatchObject({ message: "Too many requests" });
    await slow.stop();
  });
});

describe("parameters", () => {
  test.each([
    ["/Invoice?limit=0", "limit"],
    ["/Invoice?limit=1001", "limit"],
    ["/Invoice?limit=ten", "limit"],
    ["/Invoice?offset=-1", "offset"],
    ["/Invoice?status=300", "status"],
    ["/Invoice?contact[id]=4711", "contact"],
    ["/Invoice?contact[objectName]=Contact", "contact"],
    ["/Invoice?contact[id]=4711&contact[objectName]=Kontakt", "contact"],
    ["/Invoice?updateAfter=yesterday", "updateAfter"],
    ["/Invoice?orderByInvoiceNumber=up", "orderByInvoiceNumber"],
    ["/Contact?depth=2", "depth"],
    ["/CommunicationWay?type=FAX", "type"],
  ])("%s is refused, and the message names it", async (path, name) => {
    const { status, body } = await world.get(path);
    expect(status).toBe(400);
    expect(body.error.message).toContain(name);
  });

  test.each(["/Invoice?satus=200", "/Invoice?embed=positions", "/Contact?city=Dresden"])(
    "%s is refused because the twin does not implement it",
    async (path) => {
      expect(await world.get(path)).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringMatching(/not played/) } },
      });
    },
  );

  test("and unknown versions, paths and methods are refused", async () => {
    expect((await world.api("GET", "/Invoice", undefined, { "x-version": "9" })).status).toBe(400);
    expect((await world.get("/Rechnung")).status).toBe(404);
    expect((await world.api("DELETE", "/Invoice")).status).toBe(405);
  });
});

describe("pages", () => {
  test("follow limit and offset; the total is a text, and present on request only", async () => {
    const all = (await world.get("/Invoice?showAll=true&limit=1000")).body;
    expect(all).not.toHaveProperty("total");
    const page = (await world.get("/Invoice?showAll=true&limit=3&offset=2&countAll=true")).body;
    expect(page.total).toBe(String(all.objects.length));
    expect(page.objects.map((one) => one.id)).toEqual(all.objects.slice(2, 5).map((one) => one.id));
    const beyond = (await world.get("/Invoice?offset=5000&countAll=true")).body;
    expect(beyond.objects).toEqual([]);
  });

  test("have a hundred rows by default", async () => {
    const invoices = Array.from({ length: 120 }, () => ({ contact: { name: "Viel GmbH" }, amountCents: 100 }));
    const { id, apiKey } = (await world.desk("/sevdesk/clients", {})).body;
    await world.desk("/sevdesk/invoices/bulk", { client: id, invoices });
    const { body } = await world.api("GET", "/Invoice?countAll=true", undefined, { authorization: apiKey });
    expect([body.objects.length, body.total]).toEqual([100, "120"]);
  });

  test("lose rows by the fault partial-page, which only the total shows", async () => {
    world.kit.faults.add({ provider: "sevdesk", kind: "partial-page", times: 1 });
    const cut = (await world.get("/Invoice?limit=10&countAll=true")).body;
    expect(cut.objects.length).toBe(5);
    expect(Number(cut.total)).toBeGreaterThan(10);
  });
});

test("the state survives a restart of the twin", async () => {
  const store = new Store(":memory:");
  const first = await TestWorld.start({}, store);
  const { id } = await first.write();
  await first.desk(`/sevdesk/invoices/${id}/part-pay`, { amountCents: 1_900 });
  await first.stop();
  const second = await TestWorld.start({}, store);
  expect(await second.invoice(id)).toMatchObject({ status: "750", paidAmount: 19 });
  await second.stop();
});
