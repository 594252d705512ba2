import { createServer, connect as dial, type Server, type Socket } from "node:net";

/** What a database was asked, read off the wire between it and a process. */
export interface SqlCounter {
  /** Statements since the last call, as they were sent. */
  take(): string[];
  stop(): Promise<void>;
}

/** Message types of PostgreSQL's protocol that ask for something: Parse names the statement, Query is one. */
const PARSE = 0x50;
const QUERY = 0x51;

/** Stands between a process and PostgreSQL on `port`, passes everything on and notes the statements. */
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

/** Cuts a connection's bytes into messages. The first one, the greeting, has no type. */
function reader(note: (text: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isGreeted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const start = isGreeted ? 1 : 0;
      if (rest.length < start + 4) return;
      const end = start + rest.readInt32BE(start);
      if (rest.length < end) return;
      if (isGreeted) noteMessage(rest[0] as number, rest.subarray(5, end), note);
      isGreeted = true;
      rest = rest.subarray(end);
    }
  };
}

function noteMessage(type: number, body: Buffer, note: (text: string) => void): void {
  if (type === QUERY) note(body.toString("utf8", 0, body.length - 1));
  if (type !== PARSE) return;
  const nameEnd = body.indexOf(0);
  note(body.toString("utf8", nameEnd + 1, body.indexOf(0, nameEnd + 1)));
}
