import { expect, test } from "vitest";
import { tokenRefusal } from "./token-refusal";

test.each([
  [400, { error: "invalid_grant" }, "auth", "invalid_grant"],
  [400, { error: "unauthorized_client" }, "unavailable", "unauthorized_client"],
  [400, { error: "invalid_request" }, "unavailable", "invalid_request"],
  [401, { error: "invalid_client" }, "unavailable", "invalid_client"],
  [403, undefined, "unavailable", undefined],
  [404, null, "unavailable", undefined],
])("a token endpoint that answers %d %j ends the sign-in only for invalid_grant: %s", (status, body, kind, code) => {
  expect(tokenRefusal("Lexware", status, body)).toMatchObject({ kind, code });
});
