import { existsSync, readdirSync } from "node:fs";

/** Debian's packages of a database cluster and of a pooler. */
export const PACKAGES = ["postgresql", "patroni", "etcd-server", "haproxy", "pgbouncer"];

const POSTGRES = "/usr/lib/postgresql";

/** The programs of the cluster. */
export interface Programs {
  /** The folder of PostgreSQL's programs, of the newest version. */
  postgres: string;
  patroni: string;
  etcd: string;
  haproxy: string;
  pgbouncer: string;
}

/** Returns where these programs are, or undefined if one of them is not installed. */
export function findPrograms(): Programs | undefined {
  const versions = existsSync(POSTGRES)
    ? readdirSync(POSTGRES)
        .map(Number)
        .sort((a, b) => b - a)
    : [];
  const programs = {
    postgres: `${POSTGRES}/${versions[0]}/bin`,
    patroni: "/usr/bin/patroni",
    etcd: "/usr/bin/etcd",
    haproxy: "/usr/sbin/haproxy",
    pgbouncer: "/usr/sbin/pgbouncer",
  };
  return Object.values(programs).every((path) => existsSync(path)) ? programs : undefined;
}
