import { otherMethods } from "@/lib/http/refusals/other-methods";
import { healthAnswer, readHealth } from "@/lib/jobs/health";

export const dynamic = "force-dynamic";

/** Returns 200 if the database answers, accepts writes, and jobs can be enqueued; otherwise 503, naming the part. */
export async function GET(): Promise<Response> {
  const { status, body } = healthAnswer(await readHealth());
  return Response.json(body, { status });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
