import { berlinMidnight } from "../kit/calendar";
import type { Gate } from "./gate";
import { refuse } from "./replies";
import { isRevenue, openCents } from "./voucher-amounts";
import { euros, type World } from "./world";

const WITHOUT_PAYMENTS = ["quotation", "orderconfirmation", "deliverynote"];

export function addPayments(world: World, gate: Gate): void {
  gate.on("GET", "/v1/payments/:id", "payments.read", ({ request, organisation }) => {
    const voucher = world.vouchers.get(request.params.id ?? "");
    if (!voucher || voucher.organisationId !== organisation.id)
      return refuse(world, request, 404, "The requested voucher was not found.");
    if (voucher.status === "draft" || voucher.status === "unchecked" || WITHOUT_PAYMENTS.includes(voucher.type))
      return refuse(world, request, 406, "Payments are not available for vouchers in this state.");
    const open = openCents(voucher);
    const body = {
      openAmount: euros(Math.abs(open)),
      currency: "EUR",
      paymentStatus: open === 0 ? "balanced" : isRevenue(voucher) === open > 0 ? "openRevenue" : "openExpense",
      voucherType: voucher.type,
      voucherStatus: voucher.status,
      ...(voucher.paidDay ? { paidDate: berlinMidnight(voucher.paidDay) } : {}),
      paymentItems: voucher.payments.map((item) => ({
        paymentItemType: item.type,
        postingDate: berlinMidnight(item.day),
        amount: euros(item.cents),
        currency: "EUR",
      })),
    };
    return { status: 200, body };
  });
}
