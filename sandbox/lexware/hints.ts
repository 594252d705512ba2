import { assignByHint } from "./assignment";
import type { Gate } from "./gate";
import { isUuid, readObject, textOrNull } from "./input";
import type { Hint } from "./model";
import { refuse, refuseInvalid } from "./replies";
import type { World } from "./world";

/**
 * Adds the route for assignment hints (partner only), which name the document of a reference. They cannot be read or
 * deleted, and a voucher has one.
 */
export function addHints(world: World, gate: Gate): void {
  gate.on(
    "POST",
    "/v1/transaction-assignment-hint",
    "transaction-assignment-hint.write",
    ({ request, organisation }) => {
      const body = readObject(world, request);
      const { voucherId } = body;
      if (!isUuid(voucherId))
        return refuseInvalid(world, request, [
          { violation: "NOTNULL", field: "voucherId", message: "darf nicht leer sein" },
        ]);
      const externalReference = textOrNull(body.externalReference);
      const endToEndId = textOrNull(body.endToEndId);
      if ((externalReference === null) === (endToEndId === null)) {
        const message = "genau eines von externalReference und endToEndId ist anzugeben";
        refuseInvalid(world, request, [{ violation: "INVALID", field: "externalReference", message }]);
      }
      const voucher = world.vouchers.get(voucherId);
      if (voucher?.organisationId !== organisation.id)
        return refuse(world, request, 404, "The requested voucher was not found.");
      if (voucher.status === "draft" || voucher.status === "unchecked")
        refuseInvalid(world, request, [{ violation: "INVALID", field: "voucherId", message: "Beleg ist ein Entwurf" }]);
      if (world.hints.get(voucherId)) {
        const message = "für diesen Beleg gibt es schon einen Zuordnungshinweis";
        refuseInvalid(world, request, [{ violation: "DUPLICATE", field: "voucherId", message }]);
      }
      const hint: Hint = {
        voucherId,
        organisationId: organisation.id,
        ...(externalReference ? { externalReference } : {}),
        ...(endToEndId ? { endToEndId } : {}),
      };
      world.hints.put(voucherId, hint);
      assignByHint(world, hint);
      const { organisationId: _organisationId, ...answer } = hint;
      return { status: 200, body: answer };
    },
  );
}
