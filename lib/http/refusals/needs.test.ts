import { expect, test } from "vitest";
import { routes } from "@/app/api/v1/routes";
import type { Guarded } from "@/lib/http/action";
import { ACTION_FILES, actionsIn } from "@/test/action-files";

/** Calls and actions that send something out of an account or set up a way to sign in. They need a proven address. */
const PROVEN_ADDRESS = [
  "GET connect/datev",
  "GET connect/gocardless/redirect",
  "GET connect/lexoffice",
  "GET stripe/{customerId}/upgrade",
  "POST customers/{customerId}/stripe/subscription/checkout",
  "POST passkeys/register/{userId}/finish",
  "POST passkeys/register/{userId}/start",
  "POST users/{userId}/two-factor/enable",
  "POST users/{userId}/two-factor/setup",
  "PUT customers/{customerId}/billing-contact",
  "PUT customers/{customerId}/sevdesk/connection",
  "addEndpointAction",
  "addPasskeyAction",
  "connectByKeyAction",
  "enableTwoFactorAction",
  "inviteMemberAction",
  "makeKeyAction",
  "openOrderAction",
  "openUpgradeAction",
  "replaceMailboxAction",
  "saveBillingContactAction",
  "saveDatevSettingsAction",
  "saveEInvoiceSettingsAction",
  "sendTestMailAction",
  "setUpTwoFactorAction",
  "startConnectionAction",
  "startPasskeyAction",
  "startSignInAction",
];

/**
 * Calls and actions that change who can sign in or who gets the money. They need a fresh proof of identity, unless they
 * ask for the password themselves.
 */
const FRESH_PROOF = [
  "DELETE passkeys/{id}",
  "DELETE users/{userId}/two-factor",
  "POST passkeys/register/{userId}/start",
  "POST users/{userId}/two-factor/setup",
  "PUT users/{userId}/address",
  "addEndpointAction",
  "changeAddressAction",
  "changeRoleAction",
  "deletePasskeyAction",
  "disableTwoFactorAction",
  "inviteMemberAction",
  "makeKeyAction",
  "releaseHoldAction",
  "removeMemberAction",
  "rotateSecretAction",
  "setUpTwoFactorAction",
  "startPasskeyAction",
];

async function specs(): Promise<[string, Guarded["spec"]][]> {
  const found: [string, Guarded["spec"]][] = [];
  const note = (name: string, { spec }: Partial<Guarded>) => (spec ? found.push([name, spec]) : 0);
  for (const file of ACTION_FILES)
    for (const [name, action] of Object.entries(await actionsIn(file))) note(name, action);
  for (const [path, methods] of Object.entries(routes))
    for (const [method, handler] of Object.entries(methods)) note(`${method} ${path}`, handler as Partial<Guarded>);
  return found;
}

const all = await specs();
const namesWhere = (holds: (spec: Guarded["spec"]) => boolean) =>
  all
    .filter(([, spec]) => holds(spec))
    .map(([name]) => name)
    .sort();

test("a proven email address is required by exactly the listed calls and actions", () => {
  expect(namesWhere((spec) => spec.needsProvenAddress === true)).toEqual(PROVEN_ADDRESS);
});

test("a fresh proof of identity is required by exactly the listed calls and actions", () => {
  expect(namesWhere((spec) => spec.needsFreshProof === true)).toEqual(FRESH_PROOF);
});
