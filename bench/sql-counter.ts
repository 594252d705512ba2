import { createServer, connect as dial, type Server, type Socket } from "node:net";

/** Reads the SQL statements on the connection between a process and its database. */
export interface SqlCounter {
  /** Returns the statements since the last call, as they were sent. */
  take(): string[];
  stop(): Promise<void>;
}

/**
 * Message types of PostgreSQL's protocol: Query executes at once; Parse names a statement (mostly without a name), Bind
 * executes it, also repeatedly.
 */
const QUERY = 0x51;
const PARSE = 0x50;
const BIND = 0x42;

/** Starts a proxy on `port` in front of PostgreSQL that forwards everything and records the statements. */
export async function startSqlCounter(port: number, postgresPort: number): Promise<SqlCounter> {
  const statements: string[] = [];
  const open = new Set<Socket>();
  const server: Server = createServer((client) => {
    open.add(client);
    const upstream = dial(postgresPort, "127.0.0.1");
    const read = reader((text) => statements.push(text));
    client.on("data", (chunk: Buffer) => {
      read(chunk);
      upstream.write(chunk);
    });
    upstream.pipe(client);
    const end = () => {
      open.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on("close", end).on("error", end);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    take: () => statements.splice(0),
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Splits a connection's bytes into messages. The first one, the start-up message, has no type. */
function reader(note: (text: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isGreeted = false;
  const known = new Map<string, string>();
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const start = isGreeted ? 1 : 0;
      if (rest.length < start + 4) return;
      const end = start + rest.readInt32BE(start);
      if (rest.length < end) return;
      if (isGreeted) noteMessage(rest[0] as number, rest.subarray(5, end), known, note);
      isGreeted = true;
      rest = rest.subarray(end);
    }
  };
}

function noteMessage(type: number, body: Buffer, known: Map<string, string>, note: (text: string) => void): void {
  const textAt = (from: number) => body.toString("utf8", from, body.indexOf(0, from));
  const first = textAt(0);
  const second = () => textAt(body.indexOf(0) + 1);
  if (type === QUERY) note(first);
  if (type === PARSE) known.set(first, second());
  // The portal's name comes first.
  if (type === BIND) note(known.get(second()) ?? "");
}
