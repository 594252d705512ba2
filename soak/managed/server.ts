import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openWayTo, type RunningPostgres, startPostgres } from "../../scripts/embedded-postgres";

/** The user that a managed service gives to its customer, and that user's first database. */
export const OWNER = { name: "einzug_owner", password: "managed-database-password", database: "einzug" };

export interface ManagedServer {
  /** The certificate of the server, which is its own authority. */
  certificate: string;
  key: string;
  /** Returns the address of a database for the owner, as an operator writes it. */
  url(database: string, port?: number): string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server with the limits of a managed service: it accepts connections by TLS alone, at most 100, and
 * the owner of the databases may create roles and databases but is no superuser.
 *
 * @param folder new; server and pooler run as the user who owns it
 */
export async function startManagedServer(folder: string, port: number): Promise<ManagedServer> {
  mkdirSync(folder, { recursive: true });
  openWayTo(join(folder, "file"));
  const [certificate, key] = [join(folder, "tls.crt"), join(folder, "tls.key")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, "-keyout", key, "-out", certificate],
    { stdio: "pipe" },
  );
  const rules = join(folder, "pg_hba.conf");
  writeFileSync(rules, "hostssl all all 127.0.0.1/32 scram-sha-256\n");
  for (const path of [folder, certificate, key, rules]) ownedByServer(path);
  const tls = ["ssl=on", `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`, `hba_file=${rules}`];
  const flags = [...tls, "max_connections=100"].flatMap((setting) => ["-c", setting]);
  const server = await startPostgres(join(folder, "postgres"), port, { flags });
  await createOwner(server, certificate);
  return {
    ...{ certificate, key },
    url: (database, at = port) =>
      `postgresql://${OWNER.name}:${OWNER.password}@localhost:${at}/${database}?sslmode=verify-full&sslrootcert=${certificate}`,
    stop: () => server.stop(),
  };
}

/** PostgreSQL and PgBouncer refuse to run as root; they then run as the user `postgres`. */
export function ownedByServer(path: string): void {
  if (userInfo().uid !== 0) return;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  chownSync(path, id("-u"), id("-g"));
}

async function createOwner(server: RunningPostgres, certificate: string): Promise<void> {
  const refused = await connect({ connectionString: server.url("postgres") }).then(
    (client) => client.end(),
    (error: Error) => error,
  );
  if (!refused) throw new Error("the server accepts connections without TLS");
  const ssl = { ca: readFileSync(certificate), servername: "localhost" };
  const admin = await connect({ connectionString: server.url("postgres"), ssl });
  try {
    await admin.query(`CREATE ROLE ${OWNER.name} LOGIN CREATEROLE CREATEDB PASSWORD '${OWNER.password}'`);
    await admin.query(`CREATE DATABASE ${OWNER.database} OWNER ${OWNER.name}`);
  } finally {
    await admin.end();
  }
}

async function connect(settings: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(settings);
  await client.connect();
  return client;
}
