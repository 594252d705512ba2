import { createVerify } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call, TestWorld } from "./testing";
import { stableId } from "./world";

interface Received {
  raw: Buffer;
  signature: string;
  event: { organizationId: string; eventType: string; resourceId: string; eventDate: string };
}

let world: TestWorld;
let receiver: Server;
let received: Received[];
let answers: number[];
/** The receiver's answers to HEAD; 0 means no answer. */
let headAnswers: number[];
let beforeHead: () => Promise<unknown>;
let url: string;

beforeEach(async () => {
  [received, answers, headAnswers] = [[], [], []];
  beforeHead = async () => {};
  receiver = createServer(async (request, response) => {
    if (request.method === "HEAD") {
      await beforeHead();
      const status = headAnswers.shift() ?? 200;
      if (status > 0) response.writeHead(status, { location: "/elsewhere" }).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    received.push({ raw, signature: String(request.headers["x-lxo-signature"]), event: JSON.parse(raw.toString()) });
    response.writeHead(answers.shift() ?? 202).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  world = await TestWorld.start({ callbackRetryMs: [20, 40] });
});
afterEach(async () => {
  await world.stop();
  receiver.closeAllConnections();
  receiver.close();
});

const subscribe = (access: string, eventType: string, callbackUrl = url) =>
  world.api(access, "POST", "/v1/event-subscriptions", { eventType, callbackUrl });
const until = (count: number) =>
  vi.waitFor(() => expect(received).toHaveLength(count), { timeout: 2_000, interval: 10 });

test("reports a payment with a signature over the bytes that were sent", async () => {
  const { access } = await world.connect();
  const created = await subscribe(access, "payment.changed");
  expect(created.status).toBe(201);
  expect(created.headers.get("location")).toContain(created.body.id);
  await subscribe(access, "invoice.status.changed");
  await world.desk("/lexware/invoices/RE1051/pay");
  await until(2);
  expect(received.map((one) => one.event.eventType)).toEqual(["payment.changed", "invoice.status.changed"]);
  expect(received[0]?.event).toMatchObject({ resourceId: stableId("voucher:bakery-next") });
  expect(received[0]?.event.eventDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[12]:00$/);
  const key = await call(`${world.twin.origin}/webhookSignature/public/public_key.pub`, {});
  for (const { raw, signature } of received) {
    const verify = createVerify("RSA-SHA512").update(raw);
    expect(verify.verify(String(key.body), signature, "base64")).toBe(true);
    expect(raw.toString()).not.toMatch(/[:,] /);
  }
});

test("accepts an address only if it answers HEAD, with valid TLS", async () => {
  await world.stop();
  world = await TestWorld.start({ callbackTimeoutMs: 200 });
  const { access } = await world.connect();
  headAnswers = [405, 302, 500, 0];
  const nobody = "http://127.0.0.1:9/hook";
  for (const address of [url, url, url, url, nobody, url.replace("http:", "https:")]) {
    const { status, body } = await subscribe(access, "invoice.changed", address);
    expect([status, body.message]).toEqual([406, "Validation failed for request."]);
    expect(body.details).toEqual([{ violation: "INVALID", field: "callbackUrl", message: "ist nicht erreichbar" }]);
  }
  expect(world.state.subscriptions).toHaveLength(0);
  headAnswers = [204];
  expect((await subscribe(access, "invoice.changed")).status).toBe(201);
  expect(received).toEqual([]);
});

test("leaves no subscription behind if the connection ends while its address is checked", async () => {
  const { access } = await world.connect();
  const { connectionId } = (await world.api(access, "GET", "/v1/profile")).body;
  beforeHead = () => world.desk(`/lexware/connections/${connectionId}/revoke`);
  expect((await subscribe(access, "invoice.changed")).status).toBe(401);
  expect(world.state.subscriptions).toHaveLength(0);
});

test("checks types, duplicates and addresses of subscriptions, and lists and deletes them", async () => {
  const { access } = await world.connect();
  expect((await subscribe(access, "invoice.paid")).status).toBe(406);
  expect((await subscribe(access, "invoice.changed", "http://example.org/hook")).status).toBe(406);
  const { body } = await subscribe(access, "invoice.changed");
  expect((await subscribe(access, "invoice.changed")).status).toBe(409);
  const list = await world.api(access, "GET", "/v1/event-subscriptions");
  expect(list.body.content).toHaveLength(1);
  expect(list.body.content[0]).toMatchObject({
    subscriptionId: body.id,
    eventType: "invoice.changed",
    callbackUrl: url,
  });
  expect((await world.api(access, "DELETE", `/v1/event-subscriptions/${body.id}`)).status).toBe(204);
  expect((await world.api(access, "GET", `/v1/event-subscriptions/${body.id}`)).status).toBe(404);
});

test("retries after 500, and ends the subscription after 410 or after a last 404", async () => {
  const { access } = await world.connect();
  await subscribe(access, "payment.changed");
  answers = [500, 503];
  await world.desk("/lexware/invoices/RE1051/part-pay", { amountCents: 100 });
  await until(3);
  answers = [404, 404, 404];
  await world.desk("/lexware/invoices/RE1051/part-pay", { amountCents: 100 });
  await until(6);
  await vi.waitFor(() => expect(world.state.subscriptions).toHaveLength(0));
  await subscribe(access, "payment.changed");
  answers = [410];
  await world.desk("/lexware/invoices/RE1051/part-pay", { amountCents: 100 });
  await until(7);
  await vi.waitFor(() => expect(world.state.subscriptions).toHaveLength(0));
});

test("retries after 206, and drops an event after 400", async () => {
  const { access } = await world.connect();
  await subscribe(access, "payment.changed");
  answers = [206, 202, 400];
  await world.desk("/lexware/invoices/RE1051/part-pay", { amountCents: 100 });
  await until(2);
  await world.desk("/lexware/invoices/RE1051/part-pay", { amountCents: 100 });
  await until(3);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(received).toHaveLength(3);
  expect(world.state.subscriptions).toHaveLength(1);
});

test("reports a user's revocation to that connection only", async () => {
  const [one, two] = [await world.connect(), await world.connect()];
  await subscribe(one.access, "token.revoked");
  await subscribe(two.access, "token.revoked");
  const profile = await world.api(one.access, "GET", "/v1/profile");
  expect((await world.desk(`/lexware/connections/${profile.body.connectionId}/revoke`)).status).toBe(200);
  await until(1);
  expect(received[0]?.event).toMatchObject({ eventType: "token.revoked", resourceId: profile.body.connectionId });
  expect((await world.api(one.access, "GET", "/v1/ping")).status).toBe(401);
  expect((await world.token({ grant_type: "refresh_token", refresh_token: one.refresh })).status).toBe(400);
  expect((await world.api(two.access, "GET", "/v1/ping")).status).toBe(200);
  expect(world.state.subscriptions).toHaveLength(1);
});

test("sends a forged signature that can be detected, then the true one", async () => {
  const { access } = await world.connect();
  await subscribe(access, "contact.changed");
  world.kit.faults.add({ provider: "lexware", kind: "wrong-signature", times: 1 });
  await world.desk(`/lexware/contacts/${stableId("contact:cafe")}/change`, { email: "neu@groessenwahn.example" });
  await until(2);
  const { body: key } = await call(`${world.twin.origin}/webhookSignature/public/public_key.pub`, {});
  const isTrue = ({ raw, signature }: Received) =>
    createVerify("RSA-SHA512").update(raw).verify(String(key), signature, "base64");
  expect(received.map(isTrue)).toEqual([false, true]);
});
