import { useTranslations } from "next-intl";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { QueueState } from "@/lib/operations/types";
import { Age, LevelPill } from "./level-pill";

export function QueueTable({ queues }: { queues: QueueState[] }) {
  const t = useTranslations("operators.queues");
  const count = (key: "waiting" | "running" | "retrying" | "dead"): Column<QueueState> => ({
    key,
    label: t(key),
    align: "right",
    cell: (row) => <span className="figure">{row[key] || "–"}</span>,
  });
  const columns: Column<QueueState>[] = [
    { key: "queue", label: t("queue"), phone: "lead", className: "wrap-anywhere", cell: (row) => row.name },
    { ...count("waiting"), from: "lg" },
    { key: "wait", label: t("wait"), phone: "below-lead", cell: (row) => <Age seconds={row.wait} /> },
    { ...count("running"), from: "lg" },
    { ...count("retrying"), from: "lg" },
    count("dead"),
    { key: "state", label: t("state"), phone: "tail", align: "right", cell: (row) => <LevelPill level={row.level} /> },
  ];
  return <DataTable caption={t("title")} columns={columns} rows={queues} rowKey={(row) => row.name} />;
}
