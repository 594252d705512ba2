import { useTranslations } from "next-intl";
import type { BillingFields } from "./billing-problems";

/** Shows the recipient of our invoices as printed on them. */
export function BillingFacts({ contact, country }: { contact: BillingFields; country: string }) {
  const t = useTranslations("billing");
  return (
    <address className="wrap-anywhere not-italic">
      <span className="block font-medium">{contact.company}</span>
      <span className="block">{contact.name}</span>
      <span className="block">{contact.address}</span>
      <span className="block">
        {contact.zip} {contact.city}, {country}
      </span>
      <span className="mt-1 block text-sm text-muted">
        {[contact.email, contact.phone].filter(Boolean).join(" · ")}
      </span>
      {contact.vatId ? (
        <span className="block text-sm text-muted">
          {t("vatId")} {contact.vatId}
        </span>
      ) : null}
    </address>
  );
}
