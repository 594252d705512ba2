import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { problemResponse } from "@/lib/http/problem";

/** A call that does not exist is refused like any other, not by a page for people. */
function handler(): Response {
  return problemResponse(new AppError("not_found", "There is no such call."), newId("request"));
}

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
