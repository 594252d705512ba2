import { useTranslations } from "next-intl";
import { listAddress, type Query } from "@/components/ui/list-address";
import { Pager } from "@/components/ui/pager";
import { type Page, type PageRequest, ROW_CHOICES } from "@/lib/core/web/paging";

/**
 * The pager of a list: previous, next and rows per page, all stored in the address. `prefix` and `name` tell two lists
 * of one screen apart.
 */
export function ListPager({
  path,
  query,
  page,
  request,
  prefix = "",
  name,
}: {
  path: string;
  query: Query;
  page: Page<unknown>;
  request: PageRequest;
  prefix?: string;
  name?: string;
}) {
  const t = useTranslations("common");
  const [after, before] = [`${prefix}after`, `${prefix}before`];
  const step = (changes: Query) =>
    listAddress(
      path,
      { ...query, rows: String(request.rows) },
      { [after]: undefined, [before]: undefined, ...changes },
    );
  if (!page.newer && !page.older && page.items.length <= ROW_CHOICES[0]) return null;
  return (
    <Pager
      label={name ? t("pagingOf", { list: name }) : t("paging")}
      newer={{ label: t("newer"), href: page.newer ? step({ [before]: page.newer }) : undefined }}
      older={{ label: t("older"), href: page.older ? step({ [after]: page.older }) : undefined }}
      rows={{
        label: t("rows"),
        choices: ROW_CHOICES.map((count) => ({
          count,
          href: step({ rows: String(count) }),
          current: count === request.rows,
        })),
      }}
    />
  );
}
