import { writeFileSync } from "node:fs";
import { encode } from "next-auth/jwt";
import { openSession } from "@/lib/auth/sessions/sessions";
import { db } from "@/lib/core/database/db";
import { laySuppliers } from "../../bench/sync-suppliers";

/**
 * `lay.ts DESK COUNT FILE`: creates suppliers, signs the owner of the last one in, and writes the `Laid` to FILE as JSON.
 *
 * Runs in the folder of the build before, with that build's code: this checkout's needs what the migrations add.
 */
export interface Laid {
  organisations: { id: string; contactId: string }[];
  customerId: string;
  /** The token of the owner's session in a browser. */
  token: string;
}

const [desk = "", count = "", file = ""] = process.argv.slice(2);
const organisations = await laySuppliers(desk, Number(count));
const { customerId } = await db.connection.findFirstOrThrow({
  where: { organisationId: organisations.at(-1)?.id },
});
const { userId } = await db.membership.findFirstOrThrow({ where: { customerId } });
const session = { userId, customerId, isApi: false, stays: true, isClaimed: true };
const sid = await db.$transaction((tx) => openSession(tx, session, { ip: "127.0.0.1", userAgent: "soak" }));
const token = await encode({ token: { sub: userId, customerId, sid }, secret: process.env.AUTH_SECRET as string });
const laid: Laid = { organisations, customerId, token };
writeFileSync(file, JSON.stringify(laid));
process.exit(0);
