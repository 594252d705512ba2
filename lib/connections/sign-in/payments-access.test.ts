import { expect, test } from "vitest";
import { GET } from "@/app/api/v1/connect/gocardless/redirect/route";
import { confirmExternalSchedulesAction, releaseHoldAction } from "@/lib/connections/actions";
import { requireOwnerFor } from "./payments-access";

test("the route and actions that decide about the payments account are declared for owners only", () => {
  for (const { spec } of [GET, confirmExternalSchedulesAction, releaseHoldAction]) expect(spec.access).toBe("owner");
});

test("members may disconnect the accounting system, but not the payments account", () => {
  for (const role of ["member", "read_only"] as const)
    expect(() => requireOwnerFor("GOCARDLESS", { role })).toThrow(expect.objectContaining({ code: "forbidden" }));
  expect(() => requireOwnerFor("GOCARDLESS", { role: "owner" })).not.toThrow();
  expect(() => requireOwnerFor("LEXOFFICE", { role: "member" })).not.toThrow();
});
