// biome-ignore-all lint/a11y/noRedundantRoles: laid out as a grid on phones, tables lose their roles in some browsers
import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "./class-names";

/**
 * Rows of things. The first column names the thing and carries the link, which covers the whole row; the last one is
 * money. On a phone each row becomes two lines, never a sideways scroll. Rows laid out as a grid lose their meaning in
 * some browsers, therefore the roles are spelled out.
 */
export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
  /** Its place on a phone, one column each; `beneath` is a line of its own. Not shown there if unset. */
  phone?: "lead" | "tail" | "below-lead" | "below-tail" | "beneath";
  /** From which width it is shown; on every table, if unset. */
  from?: "lg" | "xl";
  className?: string;
}

const FROM = { lg: "md:hidden lg:table-cell", xl: "md:hidden xl:table-cell" } as const;

const PHONE = {
  lead: "max-md:col-start-1 max-md:row-start-1 max-md:truncate max-md:font-medium",
  tail: "max-md:col-start-2 max-md:row-start-1 max-md:text-right",
  "below-lead": "max-md:col-start-1 max-md:row-start-2 max-md:truncate max-md:text-sm max-md:text-muted",
  "below-tail": "max-md:col-start-2 max-md:row-start-2 max-md:text-right max-md:text-sm max-md:text-muted",
  beneath: "max-md:col-span-2 max-md:row-start-3",
} as const;

export interface DataTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  href?: (row: Row) => string;
  /** What a row opens lies over the list, which stays where it is. */
  opensAbove?: boolean;
}

export function DataTable<Row>({ caption, columns, rows, rowKey, href, opensAbove = false }: DataTableProps<Row>) {
  return (
    <table role="table" className="w-full border-separate border-spacing-0 text-left max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={cx(
                "border-b bg-surface px-3 py-2.5 text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-card first:pl-5 last:rounded-tr-card last:pr-5",
                "md:sticky md:top-14 md:z-10",
                column.align === "right" && "text-right",
                column.from && FROM[column.from],
              )}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block max-md:divide-y">
        {rows.map((row) => (
          <TableRow key={rowKey(row)} row={row} columns={columns} href={href?.(row)} scroll={!opensAbove} />
        ))}
      </tbody>
    </table>
  );
}

function TableRow<Row>({
  row,
  columns,
  href,
  scroll,
}: {
  row: Row;
  columns: Column<Row>[];
  href?: string;
  scroll: boolean;
}) {
  return (
    <tr
      role="row"
      className={cx(
        "group relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-baseline max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3",
        href && "focus-within:bg-sunken hover:bg-sunken",
      )}
    >
      {columns.map((column, index) => (
        <td
          key={column.key}
          role="cell"
          className={cx(
            "md:h-11 md:border-b md:px-3 md:py-1.5 md:group-last:border-b-0 md:first:pl-5 md:last:pr-5",
            column.align === "right" && "md:text-right",
            column.phone ? PHONE[column.phone] : "max-md:hidden",
            column.from && FROM[column.from],
            column.className,
          )}
        >
          {index === 0 && href ? (
            <RowLink href={href} scroll={scroll}>
              {column.cell(row)}
            </RowLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** Stretched over its row, so that the whole row opens, while the link itself is what keyboard and reader meet. */
function RowLink({ href, scroll, children }: { href: string; scroll: boolean; children: ReactNode }) {
  return (
    <Link
      href={href}
      scroll={scroll}
      className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-action"
    >
      {children}
    </Link>
  );
}
