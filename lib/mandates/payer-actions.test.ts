import { expect, test } from "vitest";
import { openFlowAction } from "./payer-actions";

test.each(["\ud800", "a\0b", 7, null, { token: "x" }])("what is no token, as %j, leads home", async (token) => {
  await expect(openFlowAction(token as string)).rejects.toMatchObject({ digest: expect.stringMatching(/;\/;/) });
});
