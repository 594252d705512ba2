import { AppError } from "@/lib/core/web/errors";
import { findFile } from "@/lib/e-invoices/tray/data";
import { toFileView } from "@/lib/e-invoices/tray/rules";
import { eInvoiceView } from "@/lib/e-invoices/tray/schema";
import { ofCustomerAndId } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "A file of the in-tray of e-invoices with its outcome",
  params: ofCustomerAndId,
  response: eInvoiceView,
  handler: async ({ caller, params: { id } }) => {
    const file = await findFile(caller.customerId, id);
    if (!file) throw new AppError("not_found");
    return toFileView(file);
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
