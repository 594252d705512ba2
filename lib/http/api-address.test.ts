import { expect, test } from "vitest";
import { isMisspelt, isOfApi } from "./api-address";

test.each(["/api", "/api/", "/api/v1/login", "/api/v1/login/", "/api/v1/users/a%20b", "/api/v1/users/M%C3%BCller"])(
  "the path %s is accepted as an address of the API",
  (path) => {
    expect([isOfApi(path), isMisspelt(path)]).toEqual([true, false]);
  },
);

test.each([
  "/api/v1/%ff",
  "/api/v1/%",
  "/api/v1/%ZZ",
  "/api/v1/a%00b",
  "/api//v1/login",
  "//api/v1/login",
  "/api/v1\\login",
  "/%61pi/v1/login",
  "/api%2Fv1/login",
])("the path %s is below /api and is refused as misspelt", (path) => {
  expect([isOfApi(path), isMisspelt(path)]).toEqual([true, true]);
});

test.each(["/", "/app", "/apis", "/app/api/x", "/app//invoices", "/%ff", "/login%00"])(
  "the path %s is not below /api and is left to the pages",
  (path) => {
    expect([isOfApi(path), isMisspelt(path)]).toEqual([false, false]);
  },
);
