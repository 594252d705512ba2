import { AppError } from "@/lib/core/web/errors";
import { answered } from "@/lib/http/refusals/answered";

/** Answers unknown paths below `/api` with 404 as problem+json, never with a page or a redirect to the sign-in. */
async function handler(): Promise<Response> {
  return await answered(async () => {
    throw new AppError("not_found", "There is no such call.");
  });
}

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
