import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MayChangeProvider } from "@/components/action/may-change";
import { Bell } from "@/components/shell/bell";
import { markNoticeReadAction } from "@/lib/notifications/actions";
import type { NoticeRow } from "@/lib/notifications/bell/loaders";
import { router } from "@/test/navigation";
import { done, readText, show } from "@/test/screen";
import { NoticeList } from "./notice-list";

vi.mock("@/lib/notifications/actions");

const row = (changes: Partial<NoticeRow>): NoticeRow => ({
  ...{ id: "ntc_1", kind: "collection_failed", at: "2026-11-30T09:05:00.000Z", href: "/app/returns" },
  ...{ isRead: false, isResolved: false, number: "RE-1", ...changes },
});

test("an unread notice can be marked as read, also by people who may only read", async () => {
  vi.mocked(markNoticeReadAction).mockResolvedValue(done(undefined));
  const { t, user } = show(
    <MayChangeProvider mayChange={false}>
      <NoticeList rows={[row({}), row({ id: "ntc_2", isRead: true, isResolved: true })]} />
    </MayChangeProvider>,
  );
  const [unread, resolved] = screen.getAllByRole("listitem").map(readText);
  expect(unread).toContain(t("noticeList.unread"));
  expect(unread).toContain(t("notices.collection_failed.help"));
  expect(resolved).toContain(t("noticeList.resolved"));
  await user.click(screen.getByRole("button", { name: new RegExp(t("noticeList.markRead")) }));
  expect(markNoticeReadAction).toHaveBeenCalledWith({ noticeId: "ntc_1" });
  expect(router.refresh).toHaveBeenCalled();
});

test("a kind without a text is skipped", () => {
  show(<NoticeList rows={[row({ kind: "of_an_earlier_version" })]} />);
  expect(screen.queryByRole("listitem")).toBeNull();
});

test.each(["en", "de"] as const)("the bell counts what is unread (%s)", (locale) => {
  const { t, rerender } = show(<Bell unread={120} />, locale);
  expect(readText(screen.getByRole("link", { name: t("shell.notices", { count: 120 }) }))).toBe("99+");
  rerender(<Bell unread={0} />);
  expect(screen.getByRole("link", { name: t("shell.notices", { count: 0 }) }).textContent).toBe("");
});
