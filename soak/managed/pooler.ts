import { readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Child, isListening, startProgram } from "../../scripts/processes";
import { type ManagedServer, OWNER, ownedByServer } from "./server";

const START_MS = 15_000;

export interface PoolerOptions {
  program: string;
  folder: string;
  server: ManagedServer;
  ports: { server: number; pooler: number };
  mode: "session" | "transaction";
}

/** Starts PgBouncer with our own configuration (docker/pgbouncer.ini), with the addresses and files of this machine. */
export async function startPooler({ program, folder, server, ports, mode }: PoolerOptions): Promise<Child> {
  const users = join(folder, "users.txt");
  writeFileSync(users, `"${OWNER.name}" "${OWNER.password}"\n`, { mode: 0o600 });
  const file = join(folder, `pgbouncer-${mode}.ini`);
  const text = readFileSync("docker/pgbouncer.ini", "utf8")
    .replace("einzug = host=db port=5432", `* = host=localhost port=${ports.server}`)
    .replace("listen_addr = 0.0.0.0", "listen_addr = 127.0.0.1\nunix_socket_dir =")
    .replace("listen_port = 6432", `listen_port = ${ports.pooler}`)
    .replace("pool_mode = session", `pool_mode = ${mode}`)
    .replace("/etc/pgbouncer/users.txt", users)
    .replaceAll(/\/etc\/pgbouncer\/(tls|ca)\.crt/g, server.certificate)
    .replace("/etc/pgbouncer/tls.key", server.key);
  writeFileSync(file, text);
  for (const path of [users, file]) ownedByServer(path);
  const asServer = userInfo().uid === 0 ? ["-u", "postgres"] : [];
  const child = startProgram(`pgbouncer-${mode}`, [program, ...asServer, file], folder);
  await untilOpen(ports.pooler);
  return child;
}

async function untilOpen(port: number): Promise<void> {
  for (const startedAt = Date.now(); !(await isListening(port)); await wait(100))
    if (Date.now() - startedAt > START_MS) throw new Error(`PgBouncer does not listen on port ${port}`);
}
