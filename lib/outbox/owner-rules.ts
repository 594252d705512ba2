/** Events for which the owners of a supplier get a mail; the texts are `mail.account.owners` in messages/. */
export const OWNER_EVENTS = [
  "paymentsReplaced",
  "paymentsConnected",
  "paymentsDisconnected",
  "paymentsReleased",
  "booksConnected",
  "booksDisconnected",
  "filesSignedIn",
  "filesSignedOut",
  "joined",
  "roleChanged",
  "removed",
  "keyMade",
  "receiverAdded",
  "exported",
  "closed",
] as const;
export type OwnerEvent = (typeof OWNER_EVENTS)[number];

const ABOUT_MONEY: OwnerEvent[] = ["paymentsReplaced", "paymentsDisconnected", "paymentsReleased"];

/** True if the event changes who receives the money: then the actor gets the mail, too. */
export function isAboutMoney(event: OwnerEvent): boolean {
  return ABOUT_MONEY.includes(event);
}

/** Returns the page where an owner can check and undo the event. */
export function pageOf(event: OwnerEvent): string {
  if (event === "closed") return "/";
  if (event === "exported") return "/app/account/data";
  if (event === "keyMade") return "/app/account/api";
  if (event === "receiverAdded") return "/app/account/webhooks";
  const isAboutPeople = event === "joined" || event === "roleChanged" || event === "removed";
  return isAboutPeople ? "/app/account/team" : "/app/connections";
}
