import { expect, test } from "vitest";
import { emailsOf, mandateEmailOf } from "./rules";

const FIRST = "rechnung@firma.example";
const SECOND = "kasse@firma.example";

test.each([
  ["the one that was picked", { email: FIRST, otherEmails: [SECOND], mandateEmail: SECOND }, SECOND],
  ["the first, if the picked one is held no longer", { email: FIRST, otherEmails: [], mandateEmail: SECOND }, FIRST],
  ["the first of several in one column", { email: `${FIRST}; ${SECOND}`, otherEmails: [], mandateEmail: null }, FIRST],
  [
    "one of several in one column, if picked",
    { email: `${FIRST}; ${SECOND}`, otherEmails: [], mandateEmail: SECOND },
    SECOND,
  ],
  ["the next, if the first is none", { email: "keine Mail", otherEmails: [SECOND], mandateEmail: null }, SECOND],
  ["none, if a blank stands in it", { email: `max ${FIRST}`, otherEmails: [], mandateEmail: `max ${FIRST}` }, null],
  ["none, if there is none", { email: null, otherEmails: [], mandateEmail: null }, null],
])("sends mandate mails to %s", (_which, contact, email) => {
  expect(mandateEmailOf(contact)).toBe(email);
});

test("offers only valid addresses to choose from, each once", () => {
  expect(emailsOf({ email: `${FIRST}, ${SECOND}`, otherEmails: ["keine", SECOND] })).toEqual([FIRST, SECOND]);
});
