import { expect, test } from "vitest";
import { datevOauth } from "./datev/door";
import { callbacksOf, fileAccountingOf } from "./registry";
import { ASKED_SYSTEMS, type BooksType, capabilitiesOf } from "./systems";

const access = { pace: async () => {}, accessToken: async () => "" };

test.each(Object.keys(ASKED_SYSTEMS) as BooksType[])("%s has callbacks if its data say that it calls us", (type) => {
  expect(callbacksOf(type) !== undefined).toBe(capabilitiesOf(type).isCallingBack);
});

test("where DATEV has not registered the program, files are written and read, and none is sent", () => {
  const datev = fileAccountingOf("DATEV", access);
  expect(datev.capabilities).toMatchObject({ readsBy: "file", isConfirmingBookings: false });
  expect([datev.uploads, datevOauth()]).toEqual([null, null]);
});
