import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { router } from "@/test/navigation";
import { show } from "@/test/screen";
import { RangeForm } from "./range-form";

const errorOf = (field: HTMLElement) => document.getElementById(`${field.id}-error`)?.textContent;

describe.each(["en", "de"] as const)("the date range for listing accounting documents in %s", (locale) => {
  test.each([
    ["", "2026-11-30", "from", "missing"],
    ["2026-11-01", "", "to", "missing"],
    ["2026-11-30", "2026-11-01", "to", "reversed"],
    ["2020-01-01", "2026-11-01", "to", "tooLong"],
  ] as const)("with %j to %j shows the message at the field that is wrong", async (first, last, end, why) => {
    const { t, user } = show(<RangeForm from="" to="" />, locale);
    const fields = { from: screen.getByLabelText(t("transfer.from")), to: screen.getByLabelText(t("transfer.to")) };
    fireEvent.change(fields.from, { target: { value: first } });
    fireEvent.change(fields.to, { target: { value: last } });
    await user.click(screen.getByRole("button", { name: t("transfer.show") }));
    const text = why === "missing" ? t("errors.date_range_required") : t(`transfer.rangeProblem.${why}`);
    const other = end === "from" ? fields.to : fields.from;
    expect(errorOf(fields[end])).toBe(text);
    expect(fields[end].getAttribute("aria-describedby")).toBe(`range-${end}-error`);
    expect([fields[end].getAttribute("aria-invalid"), other.getAttribute("aria-invalid")]).toEqual(["true", null]);
    expect(document.activeElement).toBe(fields[end]);
    expect(router.push).not.toHaveBeenCalled();
  });

  test("is opened once it is valid, and the earlier message disappears", async () => {
    const { t, user } = show(<RangeForm from="2026-11-30" to="2026-11-01" />, locale);
    const button = screen.getByRole("button", { name: t("transfer.show") });
    await user.click(button);
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    fireEvent.change(screen.getByLabelText(t("transfer.to")), { target: { value: "2026-12-31" } });
    await user.click(button);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/app/transfer?from=2026-11-30&to=2026-12-31", {
      scroll: false,
    });
  });
});
