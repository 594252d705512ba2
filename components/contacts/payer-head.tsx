import { useTranslations } from "next-intl";
import { Name } from "@/components/format/name";
import { Pill } from "@/components/ui/pill";
import type { PayerView } from "@/lib/payers/page/loaders";
import { ContactActions } from "./contact-actions";
import { ContactChoices } from "./contact-choices";
import { ContactPayer } from "./contact-payer";
import { ContactPills } from "./contact-pills";
import { PayerLink } from "./payer-link";

/** Shows who the payer is: name, state, address, and the contacts that belong to the same payer; with the actions. */
export function PayerHead({ payer }: { payer: PayerView }) {
  const t = useTranslations("payers");
  const contacts = useTranslations("contacts");
  const { contact, address, others, isArchived } = payer;
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4 sm:mb-8">
      <div className="min-w-0 sm:grow sm:basis-80">
        <h1 className="text-xl break-words hyphens-auto">
          <Name text={contact.name || contacts("unnamed")} />
        </h1>
        <div className="mt-2 flex flex-wrap gap-2">
          <ContactPills row={contact} />
          {isArchived ? <Pill tone="quiet">{t("archived")}</Pill> : null}
        </div>
        <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-muted">
          <Name text={contact.mandateEmail ?? contacts("noEmail")} className="min-w-0 break-all" />
          {address.length > 0 ? <Name text={address.join(", ")} className="min-w-0 break-words" /> : null}
        </p>
        {others.length > 0 ? (
          <p className="mt-2 text-sm">
            {t("samePayer")}{" "}
            {others.map((other, i) => (
              <span key={other.id}>
                {i > 0 ? ", " : null}
                <PayerLink id={other.id} name={other.name || contacts("unnamed")} />
              </span>
            ))}
            <span className="text-muted"> {t("samePayerHint")}</span>
          </p>
        ) : null}
        <ContactChoices row={contact} />
        <ContactPayer row={contact} shareHref={`/app/contacts?payer=${contact.id}`} />
      </div>
      <ContactActions row={contact} />
    </div>
  );
}
