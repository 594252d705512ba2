import type { Weakening } from "../weakening";

/** Mails that are sent once, and only to people who want them. */
export const ofMailStored: Weakening[] = [
  {
    name: "the preview of tomorrow is sent in the morning",
    file: "lib/notifications/digest/preview-jobs.ts",
    search: "  if (hourOf(now()) >= EVENING) await tellTomorrow();",
    replace: "  await tellTomorrow();",
    noticedBy: {
      tier: "db",
      file: "lib/notifications/notifications.db.test.ts",
      test: "on %s at %s is enqueued for these days: %j",
    },
  },
  {
    name: "a request is sent to the address the payer had before",
    file: "lib/mandates/requests/mutations.ts",
    search: "    await noteRecipient(tx, request, email);\n    await askForMail",
    replace: "    await askForMail",
    noticedBy: {
      tier: "db",
      file: "lib/mandates/requests/mutations.db.test.ts",
      test: "sends the next mail to the contact's current address, as another mail",
    },
  },
  {
    name: "a mailbox from which an owner's address can be put back is not told who gets the money now",
    file: "lib/outbox/owner-mutations.ts",
    search: "isAboutMoney(event) ? addressLinks.map((link) => link.email) : []",
    replace: "isAboutMoney(event) ? addressLinks.map((link) => link.email).slice(9) : []",
    noticedBy: {
      tier: "db",
      file: "lib/connections/hold/mutations.db.test.ts",
      test: "an address that can still undo an owner's address change gets the mail about another account only",
    },
  },
  {
    name: "a link that turns a mail off works for any supplier of the person",
    file: "lib/auth/notification-token.ts",
    search: "return scopes.find((scope) => isEqual(",
    replace: "return scopes.find((scope) => kind || isEqual(",
    noticedBy: {
      tier: "db",
      file: "lib/notifications/mail/notification-rendering.db.test.ts",
      test: "works for the supplier who is named in the mail, for a person with several",
    },
  },
];
