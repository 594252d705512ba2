import { useTranslations } from "next-intl";
import { Facts } from "@/components/ui/facts";
import type { CompanyFields } from "./company-problems";

/** Shows the company data of `CompanyForm` to members who may not change it. */
export function CompanyFacts({ company, country }: { company: CompanyFields; country: string }) {
  const t = useTranslations("account.company");
  const tr = useTranslations("register");
  const place = [company.zip, company.city].filter(Boolean).join(" ");
  const given = (value: string) => value || <span className="text-muted">{t("none")}</span>;
  return (
    <>
      <Facts
        facts={[
          { label: tr("companyName"), value: company.companyName },
          { label: tr("address"), value: given(company.address) },
          { label: tr("city"), value: place },
          { label: tr("country"), value: country },
          { label: t("email"), value: given(company.email) },
          { label: t("mobileNumber"), value: given(company.mobileNumber) },
          { label: t("website"), value: given(company.website) },
          { label: t("vatId"), value: given(company.vatId) },
        ]}
      />
      <p className="mt-5 text-sm text-muted">{t("readOnly")}</p>
    </>
  );
}
