import { db } from "@/lib/core/database/db";
import type { Lived } from "../simulations";
import { simulate } from "./simulation";
import { SimulatedWorld } from "./world";

/** A process that simulates the seeds it is sent, one after the other, in one world and on one database. */
const world = await SimulatedWorld.start();

process.on("message", async ({ seed, on }: { seed: number; on?: string }) => {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const run = await simulate(world, seed, on);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - startedAt) / 1_000;
  process.send?.({ run, seconds, busy: (user + system) / 1e6 } satisfies Lived);
});
process.once("disconnect", async () => {
  await world.stop();
  await db.$disconnect();
  process.exit(0);
});
