import { useTranslations } from "next-intl";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { Feed } from "@/lib/operations/types";
import { Age, LevelPill } from "./level-pill";

export function FeedTable({ feeds }: { feeds: Feed[] }) {
  const t = useTranslations("operators.feeds");
  const columns: Column<Feed>[] = [
    {
      key: "feed",
      label: t("feed"),
      phone: "lead",
      cell: (row) => t(`names.${row.key}`, { vendor: row.vendor ?? "" }),
    },
    { key: "age", label: t("age"), phone: "below-lead", cell: (row) => <Age seconds={row.age} /> },
    {
      key: "waiting",
      label: t("waiting"),
      align: "right",
      cell: (row) => <span className="figure">{row.waiting || "–"}</span>,
    },
    { key: "wait", label: t("wait"), align: "right", from: "lg", cell: (row) => <Age seconds={row.wait} /> },
    { key: "state", label: t("state"), phone: "tail", align: "right", cell: (row) => <LevelPill level={row.level} /> },
  ];
  return (
    <DataTable caption={t("title")} columns={columns} rows={feeds} rowKey={(row) => `${row.key}-${row.vendor ?? ""}`} />
  );
}
