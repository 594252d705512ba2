import type { FileConnector } from "../door";
import type { FileCapabilities } from "../port";
import { E_INVOICE } from "./system";

/** E-invoices have no vendor: nothing is called, and nobody signs in. */
export const eInvoiceConnector: FileConnector<{ capabilities: FileCapabilities }> = {
  open: () => ({ capabilities: E_INVOICE.capabilities }),
  revokeSignIn: async () => {},
};
