import { Pager, type PagerProps } from "./pager";

/** A pager for pages that a vendor numbers. */
export function NumberPager({
  text,
  previous,
  next,
  ...pager
}: Pick<PagerProps, "label" | "rows"> & { text: string; previous: PagerProps["newer"]; next: PagerProps["older"] }) {
  return (
    <>
      <p className="border-t px-4 pt-2.5 text-sm text-muted tabular-nums sm:px-5">{text}</p>
      <Pager {...pager} newer={previous} older={next} isContinued />
    </>
  );
}
