import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MandateRequestStatus, MandateStatus } from "@/lib/core/prisma/enums";
import { isUsable, OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";
import {
  type MatchCandidate,
  payerReference,
  proposeMatch,
  REQUEST_STEPS,
  readPayerReference,
  requestStateOf,
  sentAgainAt,
  stepsTo,
} from "./rules";

describe("a mandate", () => {
  test("is usable before its first collection, and never once it has ended", () => {
    const usable = Object.values(MandateStatus).filter(isUsable);
    expect(usable).toEqual(["pending_customer_approval", "pending_submission", "submitted", "active"]);
  });
});

describe("the payer reference in a mandate's metadata", () => {
  test("reads back as it was written", () => {
    const payer = { books: "LEXOFFICE", externalId: "a:b" };
    expect(readPayerReference(payerReference(payer))).toEqual(payer);
  });

  test.each([undefined, "", "LEXOFFICE", "LEXOFFICE:", "UNKNOWN:1"])("is not one of ours if it is %s", (mark) => {
    expect(readPayerReference(mark)).toBeUndefined();
  });
});

describe("the status table of mandate requests", () => {
  test("lets an open request be opened, left, signed and cancelled", () => {
    for (const status of OPEN_REQUESTS)
      expect(REQUEST_STEPS[status]).toEqual(expect.arrayContaining(["signed", "cancelled"]));
    expect(stepsTo("opened").sort()).toEqual(["exited", "pending", "sent"]);
    expect(stepsTo("exited").sort()).toEqual(["opened", "pending", "sent"]);
    expect(stepsTo("sent")).toEqual(["pending"]);
    expect(stepsTo("pending")).toEqual([]);
  });

  test("accepts a signature after a cancellation, and nothing after a signature", () => {
    expect(stepsTo("signed").sort()).toEqual(["cancelled", "exited", "opened", "pending", "sent"]);
    expect(REQUEST_STEPS.signed).toEqual([]);
    expect(REQUEST_STEPS.cancelled).toEqual(["signed"]);
  });

  test("never returns to the same status or to the first one", () => {
    for (const from of Object.values(MandateRequestStatus)) {
      expect(REQUEST_STEPS[from]).not.toContain(from);
      expect(REQUEST_STEPS[from]).not.toContain("pending");
    }
  });
});

describe("the final status of a mandate request", () => {
  const STEPS = ["sent", "opened", "exited", "signed", "cancelled"] as const;
  /** Like `stepRequest`: a step that the table does not allow changes nothing. */
  const walk = (word: MandateRequestStatus[]) =>
    word.reduce<MandateRequestStatus>((at, to) => (stepsTo(to).includes(at) ? to : at), "pending");

  test("does not depend on order or repetition of events, for all sequences of up to six", () => {
    let words: MandateRequestStatus[][] = [[]];
    let count = 0;
    for (let length = 1; length <= 6; length += 1) {
      words = words.flatMap((word) => STEPS.map((step) => [...word, step]));
      for (const word of words) {
        count += 1;
        // The payer's last action decides between opened and exited. Both are later than the mail being sent.
        const seen = word.findLast((step) => step === "opened" || step === "exited");
        const end = (["signed", "cancelled"] as const).find((step) => word.includes(step)) ?? seen ?? "sent";
        if (walk(word) !== end) expect(walk(word), word.join(" ")).toBe(end);
      }
    }
    expect(count).toBe(5 + 25 + 125 + 625 + 3_125 + 15_625);
  });
});

describe("the day on which a mandate request was sent again", () => {
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
  ])("is as expected for a request %s", (_what, days, told) => {
    expect(sentAgainAt({ createdAt: made, ...days })).toEqual(told);
  });
});

describe("the label of a mandate request in the list", () => {
  const refused = new Date("2026-09-02T08:00:00Z");

  test.each([
    ["is on its way", { status: "pending", byMail: true, mailRefusedAt: null }, "pending"],
    ["is handed over by the supplier", { status: "pending", byMail: false, mailRefusedAt: null }, "link"],
    ["was refused", { status: "pending", byMail: true, mailRefusedAt: refused }, "refused"],
    ["was refused the second time", { status: "sent", byMail: true, mailRefusedAt: refused }, "refused"],
    ["was refused and yet seen, by its link", { status: "opened", byMail: true, mailRefusedAt: refused }, "opened"],
    ["was refused and signed all the same", { status: "signed", byMail: true, mailRefusedAt: refused }, "signed"],
  ] as const)("for a request that %s", (_name, request, told) => expect(requestStateOf(request)).toBe(told));
});

describe("the proposed contact for a mandate made outside Einzug", () => {
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
  ])("is the one that fits the payer %j", (payer, expected) => {
    expect(proposeMatch(payer, contacts)).toEqual(expected);
  });

  test.each([
    [{ name: "Jörg Schmitt", email: "" }],
    [{ name: "", email: "" }],
    [{ name: "  ", email: " " }],
    [{ name: "Bäckerei", email: "rechnung@mueller.example.org" }],
  ])("is nobody for the payer %j", (payer) => {
    expect(proposeMatch(payer, contacts)).toBeUndefined();
  });

  test("is nobody if two contacts fit equally well", () => {
    const twin = { ...smith, id: "con_3", emails: [] };
    expect(proposeMatch({ name: "Jörg Schmidt", email: "" }, [...contacts, twin])).toBeUndefined();
    const shared = { ...bakery, id: "con_4", name: "Müller Immobilien" };
    expect(proposeMatch({ name: "Klaus", email: "chef@mueller.example" }, [...contacts, shared])).toBeUndefined();
    expect(
      proposeMatch({ name: "Jörg Schmidt", email: "chef@mueller.example" }, [...contacts, shared]),
    ).toBeUndefined();
    const double = { ...bakery, id: "con_5" };
    expect(proposeMatch({ name: bakery.name, email: "chef@mueller.example" }, [bakery, double])).toBeUndefined();
    // The name decides between the two.
    expect(proposeMatch({ name: "Müller Immobilien", email: "chef@mueller.example" }, [...contacts, shared])).toEqual({
      contactId: "con_4",
      reason: "same_email_and_name",
    });
  });

  test("follows the e-mail if it belongs to one contact and the name to another", () => {
    expect(proposeMatch({ name: "Jörg Schmidt", email: "chef@mueller.example" }, contacts)).toEqual({
      contactId: "con_1",
      reason: "same_email",
    });
  });

  test("always shares e-mail or name with the payer, as the only contact that does", () => {
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
