import { describe, expect, test } from "vitest";
import { routes } from "@/app/api/v1/routes";
import type { Guarded } from "@/lib/http/action";
import { ACTION_FILES, actionsIn } from "@/test/action-files";
import { requireContract, requirePremium } from "./access";

/** Actions that stop or set up something, or concern access and money owed to us: they need no contract. */
const FREE = new Set([
  // stop something
  "cancelCollectionAction",
  "cancelMandateAction",
  "undoMandateMatchAction",
  "unshareMandateAction",
  "deleteMandateRequestAction",
  "deleteLogoAction",
  "disconnectAction",
  "dropFileAction",
  "dropUploadAction",
  "endSignInAction",
  "dismissNoticesAction",
  "excludeDebitsAction",
  "holdDebitsAction",
  "holdInvoiceAction",
  "dismissReturnAction",
  "blockManyAction",
  "resetTemplateAction",
  "setContactExcludedAction",
  "clearDeceasedAction",
  "setInvoiceExcludedAction",
  "stopRetryAction",
  "writeNoteAction",
  "DELETE customers/{customerId}/connections/{type}",
  "DELETE customers/{customerId}/email-templates/{tab}/{language}",
  "DELETE customers/{customerId}/email-templates/{tab}/{language}/logo",
  "DELETE gocardless/{customerId}/flows/{id}",
  // set something up
  "confirmExternalSchedulesAction",
  "saveDatevSettingsAction",
  "saveEInvoiceSettingsAction",
  "connectByKeyAction",
  "PUT customers/{customerId}/sevdesk/connection",
  "startConnectionAction",
  "releaseHoldAction",
  "GET connect/gocardless/redirect",
  "GET connect/lexoffice",
]);
/** Domains in which nothing is collected. */
const FREE_PARTS = [/^lib\/accounts\//, /^lib\/privacy\//, /^lib\/subscriptions\//, /^lib\/webhooks\//];
const FREE_PATHS = [/^stripe\//, /^customers\/\{customerId\}\/(stripe|billing-contact)/];

const isGated = ({ gate }: Guarded["spec"]) => gate === requireContract || gate === requirePremium;
const changes = ({ access }: Guarded["spec"]) => access === "member" || access === "owner";

describe("everything that starts something requires a contract", () => {
  const files = ACTION_FILES.filter((file) => !FREE_PARTS.some((part) => part.test(file)));

  test.each(files)("in the file %s", async (file) => {
    const actions = Object.entries(await actionsIn(file));
    expect(actions.length).toBeGreaterThan(0);
    // Actions without a spec need no sign-in: they are a payer's.
    for (const [name, { spec }] of actions)
      if (spec && changes(spec)) expect(isGated(spec), `${name} has a gate, or is free of it`).toBe(!FREE.has(name));
  });

  test("in every call of the API", () => {
    let seen = 0;
    for (const [path, methods] of Object.entries(routes))
      for (const [method, handler] of Object.entries(methods)) {
        const spec = (handler as Partial<Guarded>).spec;
        if (!spec || !changes(spec) || FREE_PATHS.some((part) => part.test(path))) continue;
        seen += 1;
        const name = `${method} ${path}`;
        expect(isGated(spec), `${name} has a gate, or is free of it`).toBe(!FREE.has(name));
      }
    expect(seen).toBeGreaterThan(8);
  });
});
