import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { guardedPost, isPublicAddress } from "./guarded-post";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const post = { headers: { "x-test": "1" }, body: "{}", timeoutMs: 5_000, allowsPrivate: true };

test.each([
  ...["127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"],
  ...["224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1", "::1", "::", "fe80::1", "fc00::1"],
  ...["fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "x", ""],
  ...["::7f00:1", "::127.0.0.1", "4000::1", "::1:2"],
])("%s is no public address", (ip) => {
  expect(isPublicAddress(ip)).toBe(false);
});

test.each(["93.184.215.14", "8.8.8.8", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])("%s is a public address", (ip) => {
  expect(isPublicAddress(ip)).toBe(true);
});

describe("unless the operator allows it", () => {
  const guarded = { ...post, allowsPrivate: false };

  test.each([
    "https://127.0.0.1",
    "https://[::1]",
    "https://[::ffff:127.0.0.1]",
    "https://[::127.0.0.1]",
    "https://2130706433",
    "https://0x7f.1",
    "https://10.1.2.3",
    "https://169.254.169.254",
    "https://localhost",
  ])("%s is refused before anything is sent", async (origin) => {
    const asked: string[] = [];
    const port = await serve((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    await expect(guardedPost(`${origin}:${port}/`, guarded)).rejects.toThrow(/public address/);
    expect(asked).toEqual([]);
  });

  test("plain http is refused", async () => {
    await expect(guardedPost("http://example.com/", guarded)).rejects.toThrow("only https");
    await expect(guardedPost("ftp://example.com/", post)).rejects.toThrow("only https");
  });
});

test("a redirect is not followed", async () => {
  const asked: string[] = [];
  const port = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  expect(await guardedPost(`http://127.0.0.1:${port}/hook`, post)).toBe(302);
  expect(asked).toEqual(["POST /hook"]);
});

test("an endless answer is cut off, and a silent receiver ends at the time limit", async () => {
  const endless = await serve((_, response) => {
    const send = () => void response.write("x".repeat(64_000), () => response.destroyed || setImmediate(send));
    send();
  });
  expect(await guardedPost(`http://127.0.0.1:${endless}/`, post)).toBe(200);
  const silent = await serve(() => {});
  await expect(guardedPost(`http://127.0.0.1:${silent}/`, { ...post, timeoutMs: 200 })).rejects.toThrow("timeout");
});
