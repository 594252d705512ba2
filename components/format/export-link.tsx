import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";

/** Downloads a list as a CSV file. The address has the list's filter and search. */
export function ExportLink({ href }: { href: string }) {
  const t = useTranslations("common");
  return (
    <a href={href} className={buttonClass("quiet", "small", "print-hidden")} download>
      <Download aria-hidden="true" strokeWidth={1.5} className="size-4" />
      {t("exportCsv")}
    </a>
  );
}
