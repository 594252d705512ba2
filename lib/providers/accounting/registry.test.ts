import { expect, test } from "vitest";
import { datevOauth } from "./datev/door";
import { fileAccountingOf } from "./registry";

const access = { pace: async () => {}, accessToken: async () => "" };

test("where DATEV has not registered the program, files are written and read, and none is sent", () => {
  const datev = fileAccountingOf("DATEV", access);
  expect(datev.capabilities).toMatchObject({ readsBy: "file", isConfirmingBookings: false });
  expect([datev.uploads, datevOauth()]).toEqual([null, null]);
});
