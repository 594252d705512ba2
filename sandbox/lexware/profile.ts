import type { Gate } from "./gate";
import { readObject } from "./input";
import { refuse, refuseInvalid } from "./replies";
import type { World } from "./world";

/** Guessed: the vendor's full list was not found. */
const INTEGRATION_STATES = ["OAUTH_CONNECTED", "ACTIVE", "INACTIVE", "ERROR"];

export const POSTING_CATEGORIES = [
  { id: "8f8664a1-fd86-11e1-a21f-0800200c9a66", name: "Einnahmen", type: "income", groupName: "Einnahmen" },
  { id: "8f8664a0-fd86-11e1-a21f-0800200c9a66", name: "Dienstleistung", type: "income", groupName: "Einnahmen" },
  { id: "16d04a23-fd91-11e1-a21f-0800200c9a66", name: "Kontoführung", type: "outgo", groupName: "Bank und Finanzen" },
  {
    id: "113476af-ac83-4bf2-941d-0daa37022945",
    name: "Zahlungsdienstleister",
    type: "outgo",
    groupName: "Bank und Finanzen",
  },
].map((category) => ({ ...category, contactRequired: false, splitAllowed: true }));

export function addProfile(world: World, gate: Gate): void {
  gate.on("GET", "/v1/ping", null, ({ organisation }) => ({
    status: 200,
    body: { userEmail: organisation.user.email },
  }));
  gate.on("GET", "/v1/profile", "profile.read", ({ organisation, connection }) => ({
    status: 200,
    body: {
      organizationId: organisation.id,
      companyName: organisation.name,
      created: {
        userId: organisation.user.id,
        userName: organisation.user.name,
        userEmail: organisation.user.email,
        date: organisation.createdAt,
      },
      connectionId: connection.id,
      features: ["cashbox"],
      businessFeatures: ["INVOICING", "INVOICING_PRO", "BOOKKEEPING"],
      subscriptionStatus: "active",
      taxType: organisation.taxType,
      smallBusiness: false,
      distanceSalesPrinciple: "ORIGIN",
    },
  }));
  gate.on("GET", "/v1/posting-categories", null, () => ({ status: 200, body: POSTING_CATEGORIES }));
  gate.on("GET", "/v1/payment-conditions", null, ({ organisation }) => ({
    status: 200,
    body: world.conditions
      .filter((condition) => condition.organisationId === organisation.id)
      .map((condition) => ({
        id: condition.id,
        organizationDefault: condition.isDefault,
        paymentTermLabelTemplate: condition.template,
        paymentTermDuration: condition.days,
        ...(condition.discount
          ? {
              paymentDiscountConditions: {
                discountPercentage: condition.discount.percentage,
                discountRange: condition.discount.days,
              },
            }
          : {}),
      })),
  }));
  addIntegrationStatus(world, gate);
}

/** Adds the routes for the connection's status, which Lexware shows in its list of extensions. */
function addIntegrationStatus(world: World, gate: Gate): void {
  gate.on("GET", "/v1/partner-integrations", null, ({ connection }) => ({ status: 200, body: connection.integration }));
  gate.on("PUT", "/v1/partner-integrations", null, ({ request, connection }) => {
    const { status, version } = readObject(world, request);
    if (typeof status !== "string" || !INTEGRATION_STATES.includes(status))
      refuseInvalid(world, request, [{ violation: "INVALID", field: "status", message: "unbekannter Status" }]);
    if (version !== connection.integration.version)
      refuse(world, request, 409, "The version of the partner integration is stale.");
    const integration = { status, version: connection.integration.version + 1 };
    world.connections.put(connection.id, { ...connection, integration });
    return { status: 200, body: integration };
  });
}
