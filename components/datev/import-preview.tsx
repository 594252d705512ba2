import { useTranslations } from "next-intl";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Pill } from "@/components/ui/pill";
import type { DebtorRow, OpenItemRow } from "@/lib/datev/import/types";
import type { ImportView } from "@/lib/datev/loaders";

/** Shows the first rows of an uploaded file as we read them. */
export function ImportPreview({ view }: { view: ImportView }) {
  const t = useTranslations("datev.import");
  const { kind, findings, rowCount } = view;
  const rows = kind === "open_items" ? findings.openItems : findings.debtors;
  if (rows.length === 0) return null;
  return (
    <section aria-label={t("preview")}>
      <h2 className="mb-3 text-lg">{t("preview")}</h2>
      <Card flush>
        {kind === "open_items" ? <OpenItems rows={findings.openItems} /> : <Debtors rows={findings.debtors} />}
      </Card>
      {rowCount > rows.length ? (
        <p className="mt-2 text-sm text-muted">{t("more", { count: rowCount - rows.length })}</p>
      ) : null}
    </section>
  );
}

function OpenItems({ rows }: { rows: OpenItemRow[] }) {
  const t = useTranslations("datev.import");
  const columns: Column<OpenItemRow>[] = [
    { key: "number", label: t("number"), phone: "lead", cell: (row) => row.number },
    {
      key: "debtor",
      label: t("debtor"),
      phone: "below-lead",
      className: "wrap-anywhere",
      cell: (row) => [row.debtor, row.name].filter(Boolean).join(" · "),
    },
    { key: "date", label: t("date"), from: "lg", cell: (row) => <Day day={row.date} /> },
    { key: "due", label: t("due"), phone: "below-tail", cell: (row) => <Day day={row.dueDate} /> },
    { key: "open", label: t("open"), phone: "tail", align: "right", cell: (row) => <Money cents={row.openCents} /> },
  ];
  return (
    <DataTable caption={t("preview")} columns={columns} rows={rows} rowKey={(row) => `${row.debtor}/${row.number}`} />
  );
}

function Debtors({ rows }: { rows: DebtorRow[] }) {
  const t = useTranslations("datev.import");
  const columns: Column<DebtorRow>[] = [
    { key: "name", label: t("name"), phone: "lead", cell: (row) => row.name },
    { key: "account", label: t("debtor"), phone: "tail", className: "tabular-nums", cell: (row) => row.account },
    { key: "email", label: t("email"), phone: "below-lead", cell: (row) => row.email || t("noEmail") },
    { key: "city", label: t("city"), from: "lg", cell: (row) => row.city },
    {
      key: "block",
      label: t("collecting"),
      phone: "below-tail",
      cell: (row) => (row.block ? <Pill tone="quiet">{t(`blocks.${row.block}`)}</Pill> : t("blocks.none")),
    },
  ];
  return <DataTable caption={t("preview")} columns={columns} rows={rows} rowKey={(row) => row.account} />;
}
