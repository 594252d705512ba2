import "reflect-metadata";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from "@peculiar/x509";
import { afterAll, expect, test } from "vitest";
import { callProvider } from "./http-client";

/** A server that only our own network can reach, and a vendor that redirects to it. */
let reached: string[] = [];
const inside = createServer((request, response) => {
  reached.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  response.end("secrets");
});
const vendor = createServer((request, response) => {
  const status = Number(request.url?.slice(1));
  if (status > 0) response.writeHead(status, { location: `${addressOf(inside)}/latest/meta-data` }).end();
});

/** A man in the middle: its certificate has the right name, but no trusted authority has signed it. */
const between = createTlsServer(await selfSigned("localhost"), (request, response) => {
  reached.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  response.end("{}");
});

async function selfSigned(host: string): Promise<{ key: string; cert: string }> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${host}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: host }])],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return { key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`, cert: cert.toString("pem") };
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
for (const server of [inside, vendor, between]) await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
afterAll(() => {
  for (const server of [inside, vendor, between]) server.closeAllConnections();
  for (const server of [inside, vendor, between]) server.close();
});

test.each([301, 302, 303, 307, 308])("a call does not follow a vendor's redirect with status %i", async (status) => {
  reached = [];
  const init = { method: "POST", headers: { authorization: "Bearer token" }, body: "{}" };
  await expect(callProvider("lexware", `${addressOf(vendor)}/${status}`, init, 5_000)).rejects.toMatchObject({
    kind: "network",
  });
  expect(reached).toEqual([]);
});

test("a call to a vendor that never answers times out with an error that names only the host", async () => {
  const call = callProvider("lexware", `${addressOf(vendor)}/?token=secret`, { method: "GET" }, 50);
  await expect(call).rejects.toMatchObject({ kind: "network", message: expect.not.stringContaining("secret") });
});

test("a call sends no data to a server whose certificate is not signed by a trusted authority", async () => {
  reached = [];
  const met = once(between, "connection");
  const { port } = between.address() as AddressInfo;
  const init = { method: "POST", headers: { authorization: "Bearer token" }, body: "{}" };
  await expect(callProvider("lexware", `https://localhost:${port}/token`, init, 5_000)).rejects.toMatchObject({
    kind: "network",
  });
  await met;
  expect(reached).toEqual([]);
});
