import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { openWayTo } from "../../scripts/embedded-postgres";
import { assertFree, startProgram } from "../../scripts/processes";
import { Kept } from "./kept";
import { DatabaseNode } from "./node";
import type { Programs } from "./packages";

/** Patroni promotes a standby when the primary has not renewed its lease for this long; 20 is its least. */
export const TTL_SECONDS = 20;
const PASSWORD = "einzug";
const NODES = 3;
const START_MS = 120_000;

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
}

export interface ClusterOptions {
  programs: Programs;
  dataDir: string;
  /** The first of ten free ports. The address that leads to the primary, `url`, is at the port that HAProxy gets. */
  port: number;
  isSynchronous: boolean;
}

/**
 * Three PostgreSQL servers with Patroni and etcd, all on this machine. HAProxy, which the caller starts with `listener()`,
 * leads to the primary. As root the servers run as the user `postgres`, because PostgreSQL refuses to run as root.
 */
export class DatabaseCluster {
  private constructor(
    readonly nodes: DatabaseNode[],
    private readonly etcd: Kept,
    private readonly options: ClusterOptions,
  ) {}

  /** Starts the servers, and creates the database and its user, who may create roles but is no superuser. */
  static async start(options: ClusterOptions): Promise<DatabaseCluster> {
    const { dataDir, port, programs } = options;
    for (let offset = 0; offset < 10; offset += 1) await assertFree(port + offset);
    const folder = join(dataDir, "cluster");
    const logDir = join(dataDir, "logs");
    ownedByServer(folder);
    const etcdUrl = `http://127.0.0.1:${port + 1}`;
    const etcd = Kept.start("etcd", () =>
      startProgram("etcd", asServer([programs.etcd, ...etcdArgs(join(folder, "etcd"), port)]), logDir),
    );
    const nodes = Array.from({ length: NODES }, (_, index) => {
      const name = `node${index + 1}`;
      const at = { sql: port + 3 + index, rest: port + 6 + index };
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(patroniConfig({ ...options, name, at, folder, etcdUrl })));
      ownedByServer(file);
      return new DatabaseNode(name, at, join(folder, name), () =>
        startProgram(name, asServer([programs.patroni, file]), logDir),
      );
    });
    const cluster = new DatabaseCluster(nodes, etcd, options);
    try {
      await cluster.untilWhole(START_MS);
      await cluster.createDatabase();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  get url(): string {
    return `postgresql://einzug:${PASSWORD}@127.0.0.1:${this.options.port}/einzug`;
  }

  /** Returns the part of HAProxy's configuration that leads to the primary, as Patroni's documentation has it. */
  listener(): string {
    // Without "on-marked-down shutdown-sessions": connections to a host that has vanished stay open and silent.
    return `
listen database
  mode tcp
  bind 127.0.0.1:${this.options.port}
  timeout client 30m
  timeout server 30m
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1
${this.nodes.map(({ name, at }) => `  server ${name} 127.0.0.1:${at.sql} check port ${at.rest}`).join("\n")}
`;
  }

  async primary(): Promise<DatabaseNode> {
    const { name } = (await this.members()).find(({ role }) => role === "leader") ?? {};
    const node = this.nodes.find((one) => one.name === name);
    if (!node) throw new Error("the cluster has no primary");
    return node;
  }

  async standbys(): Promise<DatabaseNode[]> {
    const primary = await this.primary();
    return this.nodes.filter((node) => node !== primary);
  }

  /** Waits until there is a primary which both standbys follow, one of them synchronously if the cluster is. */
  async untilWhole(limitMs: number): Promise<void> {
    const startedAt = Date.now();
    for (;;) {
      const members = await this.members();
      if (isWhole(members, this.options.isSynchronous)) return;
      if (Date.now() - startedAt > limitMs) throw new Error(`the cluster is not whole: ${JSON.stringify(members)}`);
      await wait(250);
    }
  }

  /** Waits until another one than `before` is the primary. */
  async untilPromoted(before: DatabaseNode, limitMs: number): Promise<void> {
    const isPromoted = ({ name, role, state }: Member) =>
      role === "leader" && state === "running" && name !== before.name;
    for (const startedAt = Date.now(); !(await this.members()).some(isPromoted); await wait(100))
      if (Date.now() - startedAt > limitMs) throw new Error("no standby was promoted");
  }

  /** Makes one of the standbys the primary, as an operator does. */
  async switchOver(): Promise<void> {
    const primary = await this.primary();
    const follower = (await this.members()).find(
      ({ role }) => role === (this.options.isSynchronous ? "sync_standby" : "replica"),
    );
    const response = await fetch(`http://127.0.0.1:${primary.at.rest}/switchover`, {
      method: "POST",
      body: JSON.stringify({ leader: primary.name, candidate: follower?.name }),
    });
    if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`);
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.stop();
    await this.etcd.stop();
  }

  private async members(): Promise<Member[]> {
    for (const { at } of this.nodes) {
      const answer = await fetch(`http://127.0.0.1:${at.rest}/cluster`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => undefined,
      );
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  private async createDatabase(): Promise<void> {
    const { at } = await this.primary();
    const client = new pg.Client(`postgresql://postgres:${PASSWORD}@127.0.0.1:${at.sql}/postgres`);
    await client.connect();
    await client.query(`CREATE ROLE einzug LOGIN CREATEROLE PASSWORD '${PASSWORD}'`);
    await client.query("CREATE DATABASE einzug OWNER einzug");
    await client.end();
  }
}

function isWhole(members: Member[], isSynchronous: boolean): boolean {
  const count = (...roles: string[]) =>
    members.filter(({ role, state }) => roles.includes(role) && /running|streaming/.test(state)).length;
  const isFollowing = members.every(({ role, lag }) => role === "leader" || lag === 0);
  return (
    count("leader") === 1 &&
    count("replica", "sync_standby") === NODES - 1 &&
    isFollowing &&
    (!isSynchronous || count("sync_standby") > 0)
  );
}

/** Starts a program as the user of the servers. It ends with this process, even if that is killed. */
function asServer(command: string[]): string[] {
  const isRoot = userInfo().uid === 0;
  const user = isRoot ? ["--reuid=postgres", "--regid=postgres", "--init-groups"] : [];
  return ["setpriv", ...user, "--pdeathsig", "TERM", ...command];
}

/** Makes a file, or a new folder, the servers' own. */
function ownedByServer(path: string): void {
  if (!path.endsWith(".json")) mkdirSync(path, { recursive: true, mode: 0o700 });
  if (userInfo().uid !== 0) return;
  const [, , uid = "", gid = ""] = /^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  chownSync(path, Number(uid), Number(gid));
  openWayTo(path);
}

function etcdArgs(folder: string, port: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${port + 1}`, `http://127.0.0.1:${port + 2}`];
  return [
    ...["--name", "one", "--data-dir", folder, "--initial-cluster", `one=${peer}`],
    ...["--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
  ];
}

interface NodeOptions extends ClusterOptions {
  name: string;
  at: DatabaseNode["at"];
  folder: string;
  etcdUrl: string;
}

function patroniConfig({ programs, isSynchronous, name, at, folder, etcdUrl }: NodeOptions): object {
  return {
    scope: "einzug",
    name,
    restapi: { listen: `127.0.0.1:${at.rest}`, connect_address: `127.0.0.1:${at.rest}` },
    etcd3: { url: etcdUrl },
    bootstrap: {
      dcs: {
        ttl: TTL_SECONDS,
        loop_wait: 2,
        retry_timeout: 5,
        // A standby without the last seconds may be promoted: that is the case to be proven.
        maximum_lag_on_failover: 1e9,
        synchronous_mode: isSynchronous,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: "on" } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }],
      pg_hba: ["host replication replicator 127.0.0.1/32 scram-sha-256", "host all all 127.0.0.1/32 scram-sha-256"],
    },
    postgresql: {
      listen: `127.0.0.1:${at.sql}`,
      connect_address: `127.0.0.1:${at.sql}`,
      data_dir: join(folder, name),
      bin_dir: programs.postgres,
      pgpass: join(folder, `${name}.pass`),
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: { username: "postgres", password: PASSWORD },
        replication: { username: "replicator", password: PASSWORD },
        rewind: { username: "postgres", password: PASSWORD },
      },
    },
  };
}
