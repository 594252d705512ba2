import { deskRefuse, readDeskBody, readOptionalText } from "../kit/desk-input";
import type { Router } from "../kit/http";
import type { World } from "./world";

/** Adds the routes through which the control panel plays the tax adviser and the people at DATEV. */
export function addDeskRoutes(world: World, router: Router): void {
  router.on("POST", "/datev/clients/:id/permission", (request) => {
    const id = request.params.id ?? "";
    const client = world.clients.get(id) ?? deskRefuse(404, `no client ${id}`);
    const change = readOptionalText(readDeskBody(request), "permission") ?? "grant";
    if (change !== "grant" && change !== "withdraw") deskRefuse(422, "permission must be grant or withdraw");
    return { status: 200, body: world.clients.put(id, { ...client, isPermitted: change === "grant" }) };
  });
  router.on("POST", "/datev/sign-out", () => {
    const count = world.sessions.size;
    world.sessions.clear();
    return { status: 200, body: { ended: count } };
  });
  router.on("GET", "/datev/jobs/:id/file", (request) => {
    const job = world.jobs.get(request.params.id ?? "") ?? deskRefuse(404, "no such job");
    const headers = { "content-type": "application/octet-stream" };
    return { status: 200, headers, body: Buffer.from(job.content, "base64") };
  });
}
