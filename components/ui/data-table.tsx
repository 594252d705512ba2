// biome-ignore-all lint/a11y/noRedundantRoles: laid out as a grid on phones, tables lose their roles in some browsers
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./class-names";
import { Link } from "./link";
import { LinkedTable } from "./linked-table";

/**
 * A column of a table. The first column names the thing and holds the link that the whole row opens; the last one holds
 * money. On a phone each row becomes two lines and never scrolls sideways. Rows laid out as a grid lose their roles in
 * some browsers, so the roles are set explicitly.
 */
export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
  /**
   * The place of the cell on a phone, one column each. `beneath` has a line of its own, as has `below-lead` when
   * nothing is next to it. Hidden there if unset.
   */
  phone?: "lead" | "tail" | "below-lead" | "below-tail" | "beneath";
  /** The width from which the column is shown; always, if unset. */
  from?: "lg" | "xl";
  className?: string;
  /** Makes the heading a link that sorts by this column or reverses the order. */
  sort?: { href: string; order?: "ascending" | "descending" };
}

/** Makes rows selectable: each has a checkbox with this name, whose value is the row's key. */
export interface Pick<Row> {
  name: string;
  label: (row: Row) => string;
  isPickable?: (row: Row) => boolean;
}

export interface DataTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** The address that a row opens; undefined for a row that opens nothing. */
  href?: (row: Row) => string | undefined;
  /** True if the row opens above the list, which then keeps its scroll position. */
  opensAbove?: boolean;
  pick?: Pick<Row>;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, href, opensAbove = false, pick } = props;
  const parts = (
    <>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {pick ? <td className="w-0 pr-0" /> : null}
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              aria-sort={column.sort?.order}
              className={cx(column.align && "text-right", column.from && `from-${column.from}`)}
            >
              {column.sort ? (
                <SortLink {...column.sort} align={column.align}>
                  {column.label}
                </SortLink>
              ) : (
                column.label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {pick ? <BoxCell row={row} box={pick} value={rowKey(row)} /> : null}
            {columns.map((column, index) => (
              <td key={column.key} role="cell" className={classOf(column)}>
                {index === 0 ? <RowLink href={href?.(row)}>{column.cell(row)}</RowLink> : column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
  if (!href) return <table {...TABLE}>{parts}</table>;
  return (
    <LinkedTable {...TABLE} scroll={!opensAbove}>
      {parts}
    </LinkedTable>
  );
}

function RowLink({ href, children }: { href?: string; children: ReactNode }) {
  if (!href) return children;
  return (
    <a href={href} className="row-link">
      {children}
    </a>
  );
}

const TABLE = { role: "table", className: "data-table" };

/** The class names by which data-table.css finds the cells of a column. */
function classOf<Row>({ align, phone, from, className }: Column<Row>): string {
  return cx(phone && `at-${phone}`, align && `at-${align}`, from && `from-${from}`, className);
}

function BoxCell<Row>({ row, box, value }: { row: Row; box: Pick<Row>; value: string }) {
  return (
    <td role="cell" className="at-box">
      {box.isPickable?.(row) === false ? (
        <span className="block size-11 md:size-9" />
      ) : (
        <label>
          <input type="checkbox" name={box.name} value={value} aria-label={box.label(row)} />
        </label>
      )}
    </td>
  );
}

interface SortLinkProps {
  href: string;
  order?: "ascending" | "descending";
  align?: "right";
  children: ReactNode;
}

/** Shows the arrow next to the heading of the sorted column, on the side to which no cell is aligned. */
function SortLink({ href, order, align, children }: SortLinkProps) {
  const Icon = order === "descending" ? ArrowDown : ArrowUp;
  return (
    <Link
      href={href}
      scroll={false}
      className={cx(
        "group/sort inline-flex min-h-6 items-center gap-1 hover:text-ink",
        align && "flex-row-reverse",
        order && "text-ink",
      )}
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
