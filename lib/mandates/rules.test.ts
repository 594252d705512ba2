import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MandateRequestStatus, MandateStatus } from "@/lib/core/prisma/enums";
import {
  isUsable,
  type MatchCandidate,
  OPEN_REQUESTS,
  payerMark,
  proposeMatch,
  REQUEST_STEPS,
  readPayerMark,
  sentAgainAt,
  standingOf,
  stepsTo,
} from "./rules";

describe("a mandate", () => {
  test("can be debited before its first debit, and never once it has ended", () => {
    const usable = Object.values(MandateStatus).filter(isUsable);
    expect(usable).toEqual(["pending_customer_approval", "pending_submission", "submitted", "active"]);
  });
});

describe("the mark that says whose a mandate is", () => {
  test("comes back as it was written", () => {
    const payer = { books: "LEXOFFICE", externalId: "a:b" };
    expect(readPayerMark(payerMark(payer))).toEqual(payer);
  });

  test.each([undefined, "", "LEXOFFICE", "LEXOFFICE:", "UNKNOWN:1"])("%s is none of ours", (mark) => {
    expect(readPayerMark(mark)).toBeUndefined();
  });
});

describe("the steps of an invitation", () => {
  test("an open one can be opened, left, signed and withdrawn", () => {
    for (const status of OPEN_REQUESTS)
      expect(REQUEST_STEPS[status]).toEqual(expect.arrayContaining(["signed", "cancelled"]));
    expect(stepsTo("opened").sort()).toEqual(["exited", "pending", "sent"]);
    expect(stepsTo("exited").sort()).toEqual(["opened", "pending", "sent"]);
    expect(stepsTo("sent")).toEqual(["pending"]);
    expect(stepsTo("pending")).toEqual([]);
  });

  test("a signature counts even if the supplier withdrew in that moment, and nothing follows it", () => {
    expect(stepsTo("signed").sort()).toEqual(["cancelled", "exited", "opened", "pending", "sent"]);
    expect(REQUEST_STEPS.signed).toEqual([]);
    expect(REQUEST_STEPS.cancelled).toEqual(["signed"]);
  });

  test("no step leads back to where it came from or to the beginning", () => {
    for (const from of Object.values(MandateRequestStatus)) {
      expect(REQUEST_STEPS[from]).not.toContain(from);
      expect(REQUEST_STEPS[from]).not.toContain("pending");
    }
  });
});

describe("what an invitation comes to", () => {
  const STEPS = ["sent", "opened", "exited", "signed", "cancelled"] as const;
  /** As `stepRequest` takes it: a step that is not allowed from where it stands changes nothing. */
  const walk = (word: MandateRequestStatus[]) =>
    word.reduce<MandateRequestStatus>((at, to) => (stepsTo(to).includes(at) ? to : at), "pending");

  test("depends on what has happened, not on the order or how often it is told: all words of up to six steps", () => {
    let words: MandateRequestStatus[][] = [[]];
    let count = 0;
    for (let length = 1; length <= 6; length += 1) {
      words = words.flatMap((word) => STEPS.map((step) => [...word, step]));
      for (const word of words) {
        count += 1;
        // Whether the payer has the page open or has left it is what they did last; that the mail went out is old news then.
        const seen = word.findLast((step) => step === "opened" || step === "exited");
        const end = (["signed", "cancelled"] as const).find((step) => word.includes(step)) ?? seen ?? "sent";
        if (walk(word) !== end) expect(walk(word), word.join(" ")).toBe(end);
      }
    }
    expect(count).toBe(5 + 25 + 125 + 625 + 3_125 + 15_625);
  });
});

describe("the days of an invitation", () => {
  const [made, later, last] = ["2026-11-02", "2026-11-12", "2026-11-20"].map((day) => new Date(`${day}T08:00:00Z`)) as [
    Date,
    Date,
    Date,
  ];
  test.each([
    ["made, not sent", { sentAt: null, remindedAt: null }, undefined],
    ["sent as it was made", { sentAt: new Date(made.getTime() + 5_000), remindedAt: null }, undefined],
    ["sent again", { sentAt: last, remindedAt: null }, last],
    ["sent as a reminder", { sentAt: new Date(later.getTime() + 5_000), remindedAt: later }, undefined],
    ["sent again after a reminder", { sentAt: last, remindedAt: later }, last],
  ])("%s", (_what, days, told) => {
    expect(sentAgainAt({ createdAt: made, ...days })).toEqual(told);
  });
});

describe("what the list tells of an invitation", () => {
  const refused = new Date("2026-09-02T08:00:00Z");

  test.each([
    ["is on its way", { status: "pending", byMail: true, mailRefusedAt: null }, "pending"],
    ["is handed over by the supplier", { status: "pending", byMail: false, mailRefusedAt: null }, "link"],
    ["was refused", { status: "pending", byMail: true, mailRefusedAt: refused }, "refused"],
    ["was refused the second time", { status: "sent", byMail: true, mailRefusedAt: refused }, "refused"],
    ["was refused and yet seen, by its link", { status: "opened", byMail: true, mailRefusedAt: refused }, "opened"],
    ["was refused and signed all the same", { status: "signed", byMail: true, mailRefusedAt: refused }, "signed"],
  ] as const)("%s", (_name, request, told) => expect(standingOf(request)).toBe(told));
});

describe("whose is a mandate made elsewhere?", () => {
  const bakery: MatchCandidate = {
    id: "con_1",
    name: "Bäckerei Müller GmbH & Co. KG",
    emails: ["rechnung@mueller.example", "chef@mueller.example"],
  };
  const smith: MatchCandidate = { id: "con_2", name: "Jörg Schmidt", emails: ["joerg@schmidt.example"] };
  const contacts = [bakery, smith];

  test.each([
    [
      { name: "Baeckerei Mueller GmbH + Co KG", email: "RECHNUNG@Mueller.example " },
      { contactId: "con_1", reason: "same_email_and_name" },
    ],
    [
      { name: "Klaus Müller", email: "chef@mueller.example" },
      { contactId: "con_1", reason: "same_email" },
    ],
    [
      { name: "JOERG SCHMIDT", email: "new@schmidt.example" },
      { contactId: "con_2", reason: "same_name" },
    ],
    [
      { name: "jörg-schmidt", email: "" },
      { contactId: "con_2", reason: "same_name" },
    ],
  ])("%j", (payer, expected) => {
    expect(proposeMatch(payer, contacts)).toEqual(expected);
  });

  test.each([
    [{ name: "Jörg Schmitt", email: "" }],
    [{ name: "", email: "" }],
    [{ name: "  ", email: " " }],
    [{ name: "Bäckerei", email: "rechnung@mueller.example.org" }],
  ])("%j: nobody is proposed", (payer) => {
    expect(proposeMatch(payer, contacts)).toBeUndefined();
  });

  test("two that fit equally well are no match", () => {
    const twin = { ...smith, id: "con_3", emails: [] };
    expect(proposeMatch({ name: "Jörg Schmidt", email: "" }, [...contacts, twin])).toBeUndefined();
    const shared = { ...bakery, id: "con_4", name: "Müller Immobilien" };
    expect(proposeMatch({ name: "Klaus", email: "chef@mueller.example" }, [...contacts, shared])).toBeUndefined();
    expect(
      proposeMatch({ name: "Jörg Schmidt", email: "chef@mueller.example" }, [...contacts, shared]),
    ).toBeUndefined();
    const double = { ...bakery, id: "con_5" };
    expect(proposeMatch({ name: bakery.name, email: "chef@mueller.example" }, [bakery, double])).toBeUndefined();
    // The name tells which of the two it is.
    expect(proposeMatch({ name: "Müller Immobilien", email: "chef@mueller.example" }, [...contacts, shared])).toEqual({
      contactId: "con_4",
      reason: "same_email_and_name",
    });
  });

  test("an e-mail of one contact and the name of another is nothing to guess from by name", () => {
    expect(proposeMatch({ name: "Jörg Schmidt", email: "chef@mueller.example" }, contacts)).toEqual({
      contactId: "con_1",
      reason: "same_email",
    });
  });

  test("a proposal always shares the e-mail or the name, and is the only one that does", () => {
    const candidate = fc.record({
      id: fc.uuid(),
      name: fc.constantFrom("Anna", "Ben", "Änna", ""),
      emails: fc.subarray(["a@x.example", "b@x.example"]),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(candidate, { selector: (one) => one.id, maxLength: 5 }),
        fc.record({
          name: fc.constantFrom("Anna", "ben", ""),
          email: fc.constantFrom("A@x.example", "c@x.example", ""),
        }),
        (all, payer) => {
          const match = proposeMatch(payer, all);
          if (!match) return;
          const email = payer.email.toLowerCase();
          const sharesEmail = (one: MatchCandidate) => email !== "" && one.emails.includes(email);
          const sharesName = (one: MatchCandidate) =>
            one.name !== "" && one.name.toLowerCase() === payer.name.toLowerCase();
          const found = all.find((one) => one.id === match.contactId) as MatchCandidate;
          expect(sharesEmail(found) || sharesName(found)).toBe(true);
          const rivals = all.filter(
            (one) => one !== found && (match.reason === "same_name" ? sharesName(one) : sharesEmail(one)),
          );
          if (match.reason === "same_email_and_name") expect(rivals.filter(sharesName)).toEqual([]);
          else expect(rivals).toEqual([]);
        },
      ),
    );
  });
});
