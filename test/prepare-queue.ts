import { db } from "@/lib/core/db";
import { queue } from "@/lib/jobs/queue";

// Starting the queue makes its schema and every declared queue; copies of this database have them at once.
await (await queue()).stop({ graceful: false });
await db.$disconnect();
