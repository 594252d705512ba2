import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isDatabaseDown } from "../db";
import { connectionSettings, endedBySilence, sharesOf } from "./settings";

/** Accepts connections and never answers, like a host behind a network that drops everything. */
async function silentServer(): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

test("a connection whose server stays silent breaks with an error that counts as an unreachable database", async () => {
  const socket = endedBySilence(50);
  socket.connect(await silentServer(), "127.0.0.1");
  socket.write("SELECT 1");
  const [error] = await once(socket, "error").catch((cause: unknown) => [cause]);
  expect(isDatabaseDown(error)).toBe(true);
  expect(socket.destroyed).toBe(true);
});

test("each connection of this process breaks after less than 45 seconds of silence, and no earlier than a statement", () => {
  const socket = connectionSettings().stream?.() as Socket;
  expect(socket.timeout).toBeGreaterThan(30_000);
  expect(socket.timeout).toBeLessThan(45_000);
  socket.destroy();
});

test("the shares of a process add up to its connections, and none is empty", () => {
  for (let size = 4; size <= 200; size += 1) {
    const shares = Object.values(sharesOf(size));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(size);
    expect(Math.min(...shares)).toBeGreaterThan(0);
  }
});
