import { createServer, type Server, type Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";

/**
 * Accepts the connection and hangs up, like a dying server (`destroy`) or a host that was cut off (`resetAndDestroy`).
 */
let hangUp: "destroy" | "resetAndDestroy" = "destroy";
const server: Server = createServer((socket: Socket) => socket.once("data", () => socket[hangUp]()));
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const { port } = server.address() as { port: number };
process.env.DATABASE_URL = `postgresql://einzug:einzug@127.0.0.1:${port}/einzug`;
const { askKept, db, isDatabaseDown, Prisma } = await import("./db");
const { crossTenant } = await import("@/lib/core/tenants/tenant-scope");

/** All ways in which the product queries the database. */
const QUESTIONS = {
  "a raw statement": () => db.$queryRaw`SELECT 1`,
  "a statement that is kept": () => askKept("one", Prisma.sql`SELECT 1`),
  "a question by Prisma": () => db.user.count(),
  "a transaction": () => db.$transaction(async (tx) => await tx.user.count()),
};
const NAMES = Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[];

async function errorOf(name: keyof typeof QUESTIONS): Promise<unknown> {
  return await crossTenant(async () => await QUESTIONS[name]()).then(
    () => undefined,
    (error: unknown) => error,
  );
}

afterAll(async () => await db.$disconnect());

describe("an unreachable database is distinguished from a wrong query", () => {
  const ENDS = NAMES.flatMap((name) => [[name, "destroy"] as const, [name, "resetAndDestroy"] as const]);

  test.each(ENDS)("when the server hangs up: %s, %s", async (name, how) => {
    hangUp = how;
    const error = await errorOf(name);
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseDown(error)).toBe(true);
  });

  test("when nobody listens, for every kind of query", async () => {
    await new Promise((done) => server.close(done));
    for (const name of NAMES) expect(isDatabaseDown(await errorOf(name)), name).toBe(true);
  });

  test("when the server reports a shutdown or too many connections", () => {
    const said = (originalCode: string) =>
      new Prisma.PrismaClientKnownRequestError("Raw query failed.", {
        code: "P2010",
        clientVersion: "7",
        meta: { driverAdapterError: { cause: { kind: "postgres", originalCode } } },
      });
    for (const code of ["57P01", "57P03", "53300"]) expect(isDatabaseDown(said(code)), code).toBe(true);
    for (const code of ["42P01", "23505", "57014"]) expect(isDatabaseDown(said(code)), code).toBe(false);
    expect(isDatabaseDown(new TypeError("x is undefined"))).toBe(false);
    expect(isDatabaseDown(undefined)).toBe(false);
    const hungUp = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    expect(isDatabaseDown(hungUp), "a caller who hangs up").toBe(false);
  });
});
