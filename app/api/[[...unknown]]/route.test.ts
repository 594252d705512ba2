import { expect, test } from "vitest";
import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "./route";

test.each(Object.entries({ GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE }))(
  "%s at an unknown address below /api returns 404 as problem+json",
  async (_method, handler) => {
    const answer = await handler();
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({ status: 404, errorCode: "not_found" });
  },
);
