import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { findPrograms, PACKAGES } from "./packages";

/**
 * `npm run cluster:install [-- --yes]`: installs what `npm run soak -- cluster` and `-- managed` need, on Debian or Ubuntu. It says
 * what it will do, and asks. Nothing that it installs is started: packages start their services only if the program
 * `policy-rc.d` allows it.
 */
const POLICY = "/usr/sbin/policy-rc.d";
const FORBIDDEN = 101;
/** Debian's packages create a cluster and enable their services; both would run beside ours from the next start on. */
const SERVICES = ["postgresql", "patroni", "etcd", "haproxy", "pgbouncer"];

if (findPrograms()) {
  console.log("All programs are installed.");
  process.exit(0);
}
if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
  console.error(`Needs root and apt-get. By hand: apt-get install --no-install-recommends ${PACKAGES.join(" ")}`);
  process.exit(2);
}
console.log(`This will
  1. forbid packages to start services meanwhile (${POLICY})
  2. run apt-get update, and apt-get install --no-install-recommends ${PACKAGES.join(" ")}
  3. disable the services ${SERVICES.join(", ")}, where systemd runs
  4. allow services again
To undo it: apt-get purge ${PACKAGES.join(" ")} && apt-get autoremove --purge`);
if (!process.argv.includes("--yes")) {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question("Continue? [y/N] ");
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) process.exit(1);
}

const hasPolicy = existsSync(POLICY);
if (!hasPolicy) writeFileSync(POLICY, `#!/bin/sh\nexit ${FORBIDDEN}\n`, { mode: 0o755 });
try {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  run("apt-get", "update");
  run("apt-get", "install", "--yes", "--no-install-recommends", ...PACKAGES);
  if (existsSync("/run/systemd/system")) run("systemctl", "disable", ...SERVICES);
} finally {
  if (!hasPolicy) rmSync(POLICY);
}
if (!findPrograms()) {
  console.error("Something is still missing.");
  process.exit(1);
}
console.log("Installed. Now: npm run soak -- cluster --short");
