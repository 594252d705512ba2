// biome-ignore-all lint/a11y/noRedundantRoles: laid out as a grid on phones, tables lose their roles in some browsers
import { ArrowDown, ArrowUp } from "lucide-react";
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
  /** Its heading is pressed to sort by it, or to turn the order round. */
  sort?: { href: string; order?: "ascending" | "descending" };
}

/** Rows can be ticked: an input of this name for each, whose value is the row's key. */
export interface Pick<Row> {
  name: string;
  label: (row: Row) => string;
  isPickable?: (row: Row) => boolean;
}

const FROM = { lg: "md:hidden lg:table-cell", xl: "md:hidden xl:table-cell" } as const;

const PHONE = {
  lead: "max-md:col-start-1 max-md:row-start-1 max-md:truncate max-md:font-medium",
  tail: "max-md:col-start-2 max-md:row-start-1 max-md:text-right",
  "below-lead": "max-md:col-start-1 max-md:row-start-2 max-md:truncate max-md:text-sm max-md:text-muted",
  "below-tail": "max-md:col-start-2 max-md:row-start-2 max-md:text-right max-md:text-sm max-md:text-muted",
  beneath: "max-md:col-span-2 max-md:row-start-3",
} as const;

/** The same places, one column further right: the boxes stand before them. */
const PHONE_BESIDE_BOX = {
  lead: "max-md:col-start-2 max-md:row-start-1 max-md:truncate max-md:font-medium",
  tail: "max-md:col-start-3 max-md:row-start-1 max-md:text-right",
  "below-lead": "max-md:col-start-2 max-md:row-start-2 max-md:truncate max-md:text-sm max-md:text-muted",
  "below-tail": "max-md:col-start-3 max-md:row-start-2 max-md:text-right max-md:text-sm max-md:text-muted",
  beneath: "max-md:col-start-2 max-md:col-span-2 max-md:row-start-3",
} as const;

export interface DataTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  href?: (row: Row) => string;
  /** What a row opens lies over the list, which stays where it is. */
  opensAbove?: boolean;
  pick?: Pick<Row>;
}

const HEAD =
  "border-b bg-surface px-3 py-2.5 text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-card first:pl-5 last:rounded-tr-card last:pr-5 md:sticky md:top-14 md:z-10";

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, href, opensAbove = false, pick } = props;
  return (
    <table role="table" className="w-full border-separate border-spacing-0 text-left max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {pick ? <td className={cx(HEAD, "w-0 pr-0")} /> : null}
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              aria-sort={column.sort?.order}
              className={cx(HEAD, column.align === "right" && "text-right", column.from && FROM[column.from])}
            >
              {column.sort ? <SortLink {...column.sort}>{column.label}</SortLink> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block max-md:divide-y">
        {rows.map((row) => (
          <TableRow
            key={rowKey(row)}
            row={row}
            columns={columns}
            href={href?.(row)}
            scroll={!opensAbove}
            box={pick ? { ...pick, value: rowKey(row) } : undefined}
          />
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
  box,
}: {
  row: Row;
  columns: Column<Row>[];
  href?: string;
  scroll: boolean;
  box?: Pick<Row> & { value: string };
}) {
  const places = box ? PHONE_BESIDE_BOX : PHONE;
  return (
    <tr
      role="row"
      className={cx(
        "group relative max-md:grid max-md:items-baseline max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3",
        box ? "max-md:grid-cols-[auto_minmax(0,1fr)_auto]" : "max-md:grid-cols-[minmax(0,1fr)_auto]",
        href && "focus-within:bg-sunken hover:bg-sunken",
      )}
    >
      {box ? <BoxCell row={row} box={box} /> : null}
      {columns.map((column, index) => (
        <td
          key={column.key}
          role="cell"
          className={cx(
            "md:h-11 md:border-b md:px-3 md:py-1.5 md:group-last:border-b-0 md:first:pl-5 md:last:pr-5",
            column.align === "right" && "md:text-right",
            column.phone ? places[column.phone] : "max-md:hidden",
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

/** Above the link that covers the row, with room for a finger around it. */
function BoxCell<Row>({ row, box }: { row: Row; box: Pick<Row> & { value: string } }) {
  return (
    <td
      role="cell"
      className="max-md:col-start-1 max-md:row-span-2 max-md:row-start-1 max-md:self-center md:w-0 md:border-b md:pl-2 md:group-last:border-b-0"
    >
      {box.isPickable?.(row) === false ? (
        <span className="block size-11 md:size-9" />
      ) : (
        <label className="relative z-[1] -my-2 -ml-3 grid size-11 place-items-center md:m-0 md:size-9">
          <span className="sr-only">{box.label(row)}</span>
          <input
            type="checkbox"
            name={box.name}
            value={box.value}
            className="size-5 rounded-[4px] border border-edge accent-action md:size-4.5"
          />
        </label>
      )}
    </td>
  );
}

/** The arrow stands beside the column that the rows are in the order of. */
function SortLink({
  href,
  order,
  children,
}: {
  href: string;
  order?: "ascending" | "descending";
  children: ReactNode;
}) {
  const Icon = order === "descending" ? ArrowDown : ArrowUp;
  return (
    <Link
      href={href}
      scroll={false}
      className={cx("group/sort inline-flex min-h-6 items-center gap-1 hover:text-ink", order && "text-ink")}
    >
      {children}
      <Icon
        aria-hidden="true"
        strokeWidth={1.5}
        className={cx(
          "size-3.5",
          !order && "opacity-0 group-hover/sort:opacity-50 group-focus-visible/sort:opacity-50",
        )}
      />
    </Link>
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
