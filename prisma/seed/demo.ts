import { db } from "@/lib/core/database/db";
import { queue } from "@/lib/jobs/queue";
import { seedDemo } from "./demo-supplier";

await seedDemo();
await (await queue()).stop({ graceful: false });
await db.$disconnect();
