import { type Call, owned, type ResourceApi } from "./api";
import { invalidState } from "./errors";
import { allowOnly, metadataOf } from "./fields";
import { type Filters, listReply } from "./lists";
import { endMandate, isUsable, requestReinstatement } from "./mandate-life";
import type { Mandate } from "./records";
import { nextPossibleChargeDate, type World } from "./world";

const MAX_REINSTATEMENTS = 10;

export function mandateRoutes(world: World, api: ResourceApi): void {
  api.list((call) => list(world, call));
  api.get((call) => showMandate(world, owned(world.records.mandates, call)));
  api.update((call) => {
    const mandate = owned(world.records.mandates, call);
    allowOnly(call.fields, ["metadata"], "/mandates");
    mandate.metadata = metadataOf(call.fields, "/mandates");
    world.records.mandates.put(mandate.id, mandate);
    return showMandate(world, mandate);
  });
  api.action("cancel", (call) => {
    const mandate = owned(world.records.mandates, call);
    const metadata = metadataOf(call.fields, "/data");
    if (!isUsable(mandate)) {
      throw invalidState("cancellation_failed", `A mandate that is ${mandate.status} cannot be cancelled`);
    }
    endMandate(world, mandate, "cancelled", { origin: "api", cause: "mandate_cancelled", metadata });
    return { id: mandate.id, shown: showMandate(world, mandate) };
  });
  api.action("reinstate", (call) => {
    const mandate = owned(world.records.mandates, call);
    const metadata = metadataOf(call.fields, "/data");
    if (mandate.newMandate) {
      throw invalidState("mandate_replaced", "Mandate has been replaced", { new_mandate: mandate.newMandate });
    }
    if (mandate.status !== "cancelled" && mandate.status !== "expired") {
      throw invalidState("mandate_not_inactive", "Only a cancelled or expired mandate can be reinstated");
    }
    if (mandate.reinstatements >= MAX_REINSTATEMENTS) {
      throw invalidState("mandate_not_inactive", "A mandate can be reinstated at most 10 times");
    }
    requestReinstatement(world, mandate, metadata);
    return { id: mandate.id, shown: showMandate(world, mandate) };
  });
}

export function showMandate(world: World, mandate: Mandate): Record<string, unknown> {
  const successor = mandate.newMandate ? { new_mandate: mandate.newMandate } : {};
  return {
    id: mandate.id,
    created_at: mandate.created_at,
    reference: mandate.reference,
    status: mandate.status,
    scheme: "sepa_core",
    // Computed at every read, because time passes.
    next_possible_charge_date: isUsable(mandate) ? nextPossibleChargeDate(world) : null,
    next_possible_standard_ach_charge_date: null,
    payments_require_approval: false,
    metadata: mandate.metadata,
    consent_parameters: null,
    consent_type: null,
    mandate_type: null,
    funds_settlement: "managed",
    authorisation_source: "web",
    verified_at: mandate.verified_at,
    links: {
      creditor: mandate.creditor,
      customer: mandate.customer,
      customer_bank_account: mandate.bankAccount,
      ...successor,
    },
  };
}

function list(world: World, call: Call): ReturnType<typeof listReply> {
  const filters: Filters<Mandate> = {
    creditor: (mandate, wanted) => mandate.creditor === wanted,
    customer: (mandate, wanted) => mandate.customer === wanted,
    customer_bank_account: (mandate, wanted) => mandate.bankAccount === wanted,
    status: (mandate, wanted) => wanted.split(",").includes(mandate.status),
    scheme: (_mandate, wanted) => wanted.split(",").includes("sepa_core"),
    reference: (mandate, wanted) => mandate.reference === wanted,
    mandate_type: () => false,
  };
  return listReply(call, {
    name: "mandates",
    docs: world.records.mandates.filter((mandate) => mandate.organisation === call.organisation),
    idOf: (mandate: Mandate) => mandate.id,
    filters,
    ranges: { created_at: (mandate: Mandate) => mandate.created_at },
    show: (mandate: Mandate) => showMandate(world, mandate),
  });
}
