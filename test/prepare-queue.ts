import { db } from "@/lib/core/database/db";
import { queue } from "@/lib/jobs/queue";

// Starting the queue creates its schema and every declared queue, so that copies of this database have them.
await (await queue()).stop({ graceful: false });
await db.$disconnect();
