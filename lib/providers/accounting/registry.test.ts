import { expect, test } from "vitest";
import { datevOauth } from "./datev/door";
import { callbacksOf, fileAccountingOf } from "./registry";
import { ASKED_SYSTEMS, capabilitiesOf, type OnlineSystem } from "./systems";

const access = { pace: async () => {}, accessToken: async () => "" };

test.each(Object.keys(ASKED_SYSTEMS) as OnlineSystem[])("%s has callbacks if its capabilities declare them", (type) => {
  expect(callbacksOf(type) !== undefined).toBe(capabilitiesOf(type).isCallingBack);
});

test("without a DATEV registration we write and read files but upload none", () => {
  const datev = fileAccountingOf("DATEV", access);
  expect(datev.capabilities).toMatchObject({ readsBy: "file", isConfirmingBookings: false });
  expect([datev.uploads, datevOauth()]).toEqual([null, null]);
});
