import { db } from "../lib/core/database/db";
import { expect, findingsOf, test } from "./support/fixtures";
import { type Supplier, unconnectedSupplier } from "./support/supplier";
import { ask, logoFile, preview } from "./support/templates";

test("the API names the field with an unknown placeholder, and shows other suppliers nothing", {
  tag: "@rare",
}, async () => {
  const [owner, stranger] = [await unconnectedSupplier(), await unconnectedSupplier()];
  const words = { isActive: true, subject: "A", headline: "B", subtitle: "", body: "C", shortInfo: "", replyTo: null };
  const put = (by: Supplier, changes: object = {}) =>
    ask({ by, of: owner, method: "PUT", body: JSON.stringify({ ...words, ...changes }) });
  expect(await put(owner, { headline: "{constructor}" })).toMatchObject({
    status: 422,
    body: { errorCode: "placeholder_unknown", fields: [{ field: "headline" }] },
  });
  expect(await put(owner, { replyTo: "a@b.example\r\nBcc: c@d.example" })).toMatchObject({
    status: 422,
    body: { fields: [{ field: "replyTo" }] },
  });
  expect(await put(owner, { body: "x".repeat(10_000) })).toMatchObject({ body: { fields: [{ field: "body" }] } });
  expect(await put(owner)).toMatchObject({ status: 200, body: { subject: "A", isDefault: false, logo: null } });
  const logo = async () => {
    const body = new FormData();
    body.set("logo", new File([new Uint8Array((await logoFile()).buffer)], "logo.jpg", { type: "image/jpeg" }));
    return body;
  };
  expect(await ask({ by: owner, of: owner, method: "POST", path: "/logo", body: await logo() })).toMatchObject({
    status: 200,
    body: { logo: { width: 480, height: 120 } },
  });
  const foreign = { by: stranger, of: owner };
  const answers = [
    await ask({ ...foreign, method: "GET" }),
    await put(stranger, { subject: "mine" }),
    await ask({ ...foreign, method: "DELETE" }),
    await ask({ ...foreign, method: "POST", path: "/preview", body: JSON.stringify(words) }),
    await ask({ ...foreign, method: "POST", path: "/logo", body: await logo() }),
    await ask({ ...foreign, method: "DELETE", path: "/logo" }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { errorCode: "not_found" } });
  // Another supplier's own preview must not contain this logo either.
  const own = await ask({ by: stranger, of: stranger, method: "POST", path: "/preview", body: JSON.stringify(words) });
  expect(String(own.body.html)).not.toContain("<img");
  expect(await ask({ by: owner, of: owner, method: "GET" })).toMatchObject({
    body: { subject: "A", logo: { width: 480, height: 120 } },
  });
});

test("a member who may only read sees texts and preview, and can change nothing", async ({ supplier, app, t }) => {
  const { customerId, userId } = supplier;
  await db.membership.update({ where: { customerId_userId: { customerId, userId } }, data: { role: "read_only" } });
  await app.goto("/app/emails");
  await expect(preview(app, t).getByRole("heading", { level: 1 })).toHaveText(supplier.companyName);
  for (const field of await app.locator("main form :is(input, textarea)").all()) await expect(field).toBeDisabled();
  for (const name of [t("emails.save"), t("emails.test"), t("emails.reset"), t("emails.logo.choose")])
    await expect(app.getByRole("main").getByRole("button", { name, exact: true })).toHaveCount(0);
  const refused = await ask({ by: supplier, of: supplier, method: "DELETE" });
  expect(refused).toMatchObject({ status: 403, body: { errorCode: "forbidden" } });
  expect(await findingsOf(app)).toEqual([]);
});
