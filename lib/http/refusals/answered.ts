import { newId } from "@/lib/core/formats/ids";
import { withLogContext } from "@/lib/core/telemetry/log";
import { problemResponse } from "./problem";

/**
 * Runs `handler` and returns its answer, or the refusal for its error. The answer carries the same request id as the
 * log lines written meanwhile.
 */
export async function answered(handler: () => Promise<Response>): Promise<Response> {
  const requestId = newId("request");
  return await withLogContext({ requestId }, async () => {
    try {
      const response = await handler();
      response.headers.set("x-request-id", requestId);
      return response;
    } catch (error) {
      return problemResponse(error, requestId);
    }
  });
}
