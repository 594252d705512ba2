import { berlinMidnight, type Day } from "../kit/calendar";
import type { Voucher } from "./model";
import { claimedCents, isOverdue, openCents } from "./voucher-amounts";
import { euros } from "./world";

type Wire = Record<string, unknown>;

/** Returns a row of the voucherlist. */
export function listRow(voucher: Voucher, today: Day): Wire {
  return {
    id: voucher.id,
    voucherType: voucher.type,
    voucherStatus: isOverdue(voucher, today) ? "overdue" : voucher.status,
    voucherNumber: voucher.number,
    voucherDate: berlinMidnight(voucher.date),
    createdDate: voucher.createdAt,
    updatedDate: voucher.updatedAt,
    dueDate: voucher.dueDate ? berlinMidnight(voucher.dueDate) : null,
    contactId: voucher.contactId,
    contactName: voucher.contactName,
    totalAmount: euros(voucher.totalCents),
    openAmount: voucher.status === "draft" ? null : euros(openCents(voucher)),
    currency: "EUR",
    archived: voucher.archived,
  };
}

/** Returns an invoice, down payment invoice or credit note in its own resource; its status is never `overdue` here. */
export function salesDocument(voucher: Voucher): Wire {
  return {
    ...heading(voucher),
    ...amounts(voucher),
    ...(voucher.type === "creditnote" ? {} : conditions(voucher)),
    shippingConditions: voucher.shipping,
    ...closing(voucher),
    relatedVouchers: voucher.related.map(({ voucherNumber, ...rest }) => ({
      ...rest,
      ...(voucherNumber ? { voucherNumber } : {}),
    })),
    printLayoutId: "28c212c4-b6dd-11ee-b80a-dbc65f4ceccf",
    title: voucher.title,
    introduction: voucher.introduction,
    remark: voucher.remark,
  };
}

/** Returns a bookkeeping voucher (`/v1/vouchers`). */
export function bookkeepingVoucher(voucher: Voucher): Wire {
  const taxCents = voucher.totalCents - voucher.netCents;
  return {
    id: voucher.id,
    organizationId: voucher.organisationId,
    type: voucher.type,
    voucherStatus: voucher.status,
    ...(voucher.number ? { voucherNumber: voucher.number } : {}),
    voucherDate: berlinMidnight(voucher.date),
    shippingDate: berlinMidnight(voucher.date),
    ...(voucher.dueDate ? { dueDate: berlinMidnight(voucher.dueDate) } : {}),
    totalGrossAmount: euros(voucher.totalCents),
    totalTaxAmount: euros(taxCents),
    taxType: "gross",
    useCollectiveContact: voucher.contactId === null,
    ...(voucher.contactId ? { contactId: voucher.contactId } : {}),
    contactName: voucher.contactName,
    remark: voucher.remark,
    voucherItems: voucher.taxes.map((tax) => ({
      amount: euros(tax.netCents + tax.taxCents),
      taxAmount: euros(tax.taxCents),
      taxRatePercent: tax.rate,
      categoryId: "8f8664a1-fd86-11e1-a21f-0800200c9a66",
    })),
    files: [],
    createdDate: voucher.createdAt,
    updatedDate: voucher.updatedAt,
    version: voucher.version,
  };
}

function heading(voucher: Voucher): Wire {
  return {
    id: voucher.id,
    organizationId: voucher.organisationId,
    createdDate: voucher.createdAt,
    updatedDate: voucher.updatedAt,
    version: voucher.version,
    language: voucher.language,
    archived: voucher.archived,
    voucherStatus: voucher.status,
    ...(voucher.number ? { voucherNumber: voucher.number } : {}),
    voucherDate: berlinMidnight(voucher.date),
    ...(voucher.dueDate ? { dueDate: berlinMidnight(voucher.dueDate) } : {}),
    address: {
      ...(voucher.contactId ? { contactId: voucher.contactId } : {}),
      name: voucher.contactName,
      ...voucher.address,
    },
    electronicDocumentProfile: voucher.profile,
  };
}

function amounts(voucher: Voucher): Wire {
  return {
    lineItems: voucher.lines,
    totalPrice: {
      currency: "EUR",
      totalNetAmount: euros(voucher.netCents),
      totalGrossAmount: euros(voucher.totalCents),
      totalTaxAmount: euros(voucher.totalCents - voucher.netCents),
    },
    taxAmounts: voucher.taxes.map((tax) => ({
      taxRatePercentage: tax.rate,
      taxAmount: euros(tax.taxCents),
      netAmount: euros(tax.netCents),
    })),
    taxConditions: { taxType: voucher.taxType },
  };
}

function conditions(voucher: Voucher): Wire {
  const { term } = voucher;
  if (!term) return {};
  const discount = term.discount
    ? { paymentDiscountConditions: { discountPercentage: term.discount.percentage, discountRange: term.discount.days } }
    : {};
  return {
    paymentConditions: {
      paymentTermLabel: term.label,
      paymentTermLabelTemplate: term.template,
      paymentTermDuration: term.days,
      ...discount,
    },
  };
}

function closing(voucher: Voucher): Wire {
  if (voucher.type === "downpaymentinvoice")
    return voucher.closingInvoiceId ? { closingInvoiceId: voucher.closingInvoiceId } : {};
  if (voucher.type !== "invoice") return {};
  if (!voucher.deductions) return { closingInvoice: false };
  return {
    closingInvoice: true,
    claimedGrossAmount: euros(claimedCents(voucher)),
    downPaymentDeductions: voucher.deductions.map((one) => ({
      id: one.id,
      voucherType: "downpaymentinvoice",
      title: one.title,
      voucherNumber: one.number,
      voucherDate: berlinMidnight(one.date),
      receivedGrossAmount: euros(one.receivedCents),
      receivedNetAmount: euros(one.receivedNetCents),
      receivedTaxAmount: euros(one.receivedCents - one.receivedNetCents),
      taxRatePercentage: one.taxRate,
    })),
  };
}
