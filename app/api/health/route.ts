import { db } from "@/lib/core/database/db";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { queue } from "@/lib/jobs/queue";

export const dynamic = "force-dynamic";

const LIMIT_MS = 3_000;

/** Returns 200 if the database answers and jobs can be enqueued; otherwise 503, naming the part that fails. */
export async function GET(): Promise<Response> {
  const database = await works(() => db.$queryRaw`SELECT 1`);
  const jobs = database && (await works(() => queue()));
  const state = (isUp: boolean) => (isUp ? "ok" : "failed");
  const isUp = database && jobs;
  return Response.json(
    { status: state(isUp), database: state(database), jobs: state(jobs) },
    { status: isUp ? 200 : 503 },
  );
}

async function works(check: () => Promise<unknown>): Promise<boolean> {
  const limit = new Promise<false>((resolve) => setTimeout(() => resolve(false), LIMIT_MS).unref());
  return await Promise.race([
    // A check may also throw synchronously.
    Promise.resolve()
      .then(check)
      .then(
        () => true,
        () => false,
      ),
    limit,
  ]);
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
