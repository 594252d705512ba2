import { getTranslations } from "next-intl/server";
import { Name } from "@/components/format/name";
import type { Locale } from "@/lib/core/locales";
import { shortName } from "@/lib/core/text/sanitise";
import type { PayerPage } from "@/lib/mandates/signing/types";

const linkClass = "inline-flex min-h-11 items-center break-all text-action underline underline-offset-2";

/** Shows how to contact the supplier, with the details that the supplier gave. */
export async function SupplierContact({ supplier, locale }: { supplier: PayerPage["supplier"]; locale: Locale }) {
  const t = await getTranslations({ locale, namespace: "payer" });
  const address = [supplier.address, [supplier.zip, supplier.city].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
  return (
    <section aria-labelledby="supplier-contact" className="mt-8 border-t pt-6">
      <h2 id="supplier-contact" className="text-base">
        {t("questions")}
      </h2>
      <p className="mt-1 text-sm text-muted">{t("askSupplier", { supplier: shortName(supplier.name) })}</p>
      <ul className="mt-1 flex flex-wrap gap-x-6 text-sm">
        {supplier.phone ? (
          <li>
            <a className={linkClass} href={`tel:${supplier.phone.replace(/[^+\d]/g, "")}`}>
              {supplier.phone}
            </a>
          </li>
        ) : null}
        {supplier.email ? (
          <li>
            <a className={linkClass} href={`mailto:${supplier.email}`}>
              {supplier.email}
            </a>
          </li>
        ) : null}
      </ul>
      {address ? (
        <p className="text-sm break-words text-muted">
          <Name text={address} />
        </p>
      ) : null}
    </section>
  );
}
