import { env } from "@/lib/core/env";
import { openApiDocument } from "@/lib/http/openapi";
import { routes } from "../routes";

export function GET(): Response {
  return Response.json(openApiDocument(routes, env().APP_URL));
}
