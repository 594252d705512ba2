import { appendFileSync, mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";

/**
 * Starts a collector of OpenTelemetry traces (OTLP over HTTP, JSON). It writes every call as one line of a file, so
 * that the file can be searched like a log. It ends with its process.
 *
 * @param authorization the header that callers must send, as commercial collectors require
 */
export async function startSpanFile(file: string, authorization: string): Promise<{ url: string }> {
  mkdirSync(dirname(file), { recursive: true });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url !== "/v1/traces" || request.headers.authorization !== authorization)
      return response.writeHead(401).end();
    appendFileSync(file, `${Buffer.concat(chunks).toString("utf8")}\n`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
