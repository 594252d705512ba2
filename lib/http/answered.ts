import { newId } from "@/lib/core/ids";
import { withLogContext } from "@/lib/core/log";
import { problemResponse } from "./problem";

/**
 * What `handler` answers, or the refusal that its error stands for. The answer names its request, as every line of the log
 * does that is written meanwhile.
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
