import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PreviewView } from "@/lib/templates/schema";
import { answerLater } from "@/test/screen";
import { openEditor, shownSubject, stubPreviews, viewOf, WITH_INVOICE } from "@/test/template-editor";

const subjectsOf = (previews: ReturnType<typeof stubPreviews>) =>
  previews.mock.calls.map(([, { body }]) => (JSON.parse(body) as PreviewView).subject);

test("the preview follows the typing, one request at a time, and ends with the last draft", async () => {
  const previews = stubPreviews();
  const first = answerLater<Response>();
  previews.mockReturnValueOnce(first.promise);
  const { user, field } = openEditor({ view: viewOf(WITH_INVOICE, { subject: "" }) });
  await user.type(field("subject"), "abc");
  expect(subjectsOf(previews)).toEqual(["a"]);
  first.give(Response.json({ subject: "a", replyTo: null, html: "", text: "" } satisfies PreviewView));
  await waitFor(() => expect(shownSubject()).toBe("abc"));
  expect(subjectsOf(previews)).toEqual(["a", "abc"]);
});

test("the preview names the reply address, and shows the mail in a sandboxed frame", async () => {
  stubPreviews();
  const { t, fill } = openEditor({ view: viewOf(WITH_INVOICE, { body: "" }) });
  await fill("body", "<script>alert(1)</script>");
  const frame = screen.getByTitle<HTMLIFrameElement>(t("emails.preview.frame"));
  await waitFor(() => expect(frame.srcdoc).toContain("alert(1)"));
  expect(frame.getAttribute("sandbox")).toBe("");
  expect(screen.queryByText(t("emails.preview.replyTo"))).toBeNull();
  await fill("replyTo", "buero@lindenhof.example");
  await waitFor(() => expect(screen.getAllByRole("definition")[1]?.textContent).toBe("buero@lindenhof.example"));
});

test.each([
  ["an answer that breaks off", () => Promise.resolve(new Response('{"subject":'))],
  ["an answer that is a fault", () => Promise.resolve(new Response("{}", { status: 500 }))],
  ["no answer", () => Promise.reject(new TypeError("network"))],
])("after %s the preview says that it is stale, and offers to load it again", async (_case, answer) => {
  const previews = stubPreviews();
  previews.mockImplementationOnce(answer);
  const { t, user, field } = openEditor({ view: viewOf(WITH_INVOICE, { subject: "" }), locale: "de" });
  await user.type(field("subject"), "N");
  await screen.findByText(t("emails.preview.behind"));
  expect(shownSubject()).toBe("As saved");
  await user.click(screen.getByRole("button", { name: t("emails.preview.retry") }));
  await waitFor(() => expect(shownSubject()).toBe("N"));
  expect(screen.queryByText(t("emails.preview.behind"))).toBeNull();
});
