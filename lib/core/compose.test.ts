import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ENV_NAMES, parseEnv } from "./env";

const compose = readFileSync("docker-compose.yml", "utf8");
const block = /&environment\n([\s\S]*?)\n\n/.exec(compose)?.[1] ?? "";
const handedOn = Object.fromEntries(
  [...block.matchAll(/^ {4}([A-Z_]+): (.+)$/gm)].map(([, name = "", value = ""]) => [name, value]),
);

/** Variables that the person who starts the containers does not set, with the reason. */
const NOT_SET_FROM_OUTSIDE: Record<string, string> = {
  WORKER_HEALTH_PORT: "a number of the compose file",
  NODE_ENV: "the image sets it",
  DATABASE_URL: "the database stands beside it, with POSTGRES_PASSWORD",
  EINZUG_LEGAL_DIR: "where ./legal is mounted",
};

/** The environment of a container, as docker-compose.yml creates it. */
function environmentWith(given: Record<string, string>): Record<string, string> {
  const fill = (value: string) =>
    value.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, fallback: string) => given[name] || fallback);
  return Object.fromEntries(Object.entries(handedOn).map(([name, value]) => [name, fill(value)]));
}

function variablesOf(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").matchAll(/^([A-Z_]+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

test.each(ENV_NAMES.filter((name) => !(name in NOT_SET_FROM_OUTSIDE)))("docker-compose.yml passes on %s", (name) => {
  expect(handedOn[name]).toContain(`\${${name}:-`);
});

test.each(ENV_NAMES.filter((name) => name !== "NODE_ENV"))("docs/operations.md explains the variable %s", (name) => {
  expect(readFileSync("docs/operations.md", "utf8")).toMatch(new RegExp(`^\\|[^|]*\`${name}\`.*\\|`, "m"));
});

test("the containers start with docker/sandbox.env, the environment for the vendor twins", () => {
  const env = parseEnv(environmentWith(variablesOf("docker/sandbox.env")));
  expect(env.EINZUG_MODE).toBe("sandbox");
});

test("a variable that is not set outside the containers gets the product's own default, except the connections", () => {
  const told = variablesOf("docker/sandbox.env");
  const { DATABASE_URL } = environmentWith(told);
  // The default is made for ten webs and ten workers; the containers are one of each.
  const ofOneMachine = { DATABASE_POOL_SIZE: "10", EINZUG_LEGAL_DIR: "/legal" };
  const bare = parseEnv({ ...told, DATABASE_URL, ...ofOneMachine });
  expect(parseEnv(environmentWith(told))).toEqual(bare);
});

test("Docker gives the worker at least five seconds more to stop than the worker allows its jobs", () => {
  const takesMs = Number(
    /^const STOP_MS = ([\d_]+);/m.exec(readFileSync("worker.ts", "utf8"))?.[1]?.replaceAll("_", ""),
  );
  const graceMs = 1_000 * Number(/^ {2}stop_grace_period: (\d+)s$/m.exec(compose)?.[1]);
  // The worker also flushes its traces and disconnects from the database.
  expect(graceMs).toBeGreaterThanOrEqual(takesMs + 5_000);
});

test("the image contains no history and no secrets of the person who builds it", () => {
  const left = readFileSync(".dockerignore", "utf8").trim().split("\n");
  expect(left).toEqual(expect.arrayContaining([".git", ".env*", ".data"]));
  expect(left.filter((line) => line.startsWith("!"))).toEqual([]);
});

/** The services of the compose file by name, each as its text. */
const services = Object.fromEntries(
  [...compose.slice(compose.indexOf("\nservices:\n")).matchAll(/^ {2}([a-z]+):\n((?: {4}.*\n|\n)+)/gm)].map(
    ([, name = "", text = ""]) => [name, text],
  ),
);
const OURS = ["migrate", "web", "worker", "proxy", "sandbox"];

test.each(OURS)("the service %s can neither write to its code nor gain rights", (name) => {
  expect(services[name]).toMatch(/<<: \*(app|safety)/);
  expect(compose).toMatch(/&app\n {2}<<: \*safety/);
  expect(compose).toMatch(/&safety\n[\s\S]*?read_only: true[\s\S]*?cap_drop: \["ALL"\][\s\S]*?no-new-privileges:true/);
  expect(readFileSync("Dockerfile", "utf8")).not.toContain("COPY --from=build --chown");
});

test("every service that stays has a health check, and none shares the network of another", () => {
  const staying = Object.entries(services).filter(([name]) => name !== "migrate");
  expect(staying.map(([name]) => name)).toEqual(["postgres", "web", "worker", "proxy", "mailpit", "sandbox"]);
  for (const [, text] of staying) expect(text).toContain("healthcheck:");
  expect(compose).not.toContain("network_mode");
});
