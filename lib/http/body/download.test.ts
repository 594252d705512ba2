import { expect, test, vi } from "vitest";
import { download } from "./download";

vi.mock("@/lib/core/i18n", () => ({ requestLocale: async () => "de" }));
vi.mock("@/lib/http/access", () => ({ requireCaller: async () => ({ customerId: "cus_1", userId: "usr_1" }) }));

const saved = async (name: string) => {
  const load = download(async () => ({ name, type: "application/pdf", body: new Response("%PDF").body ?? never() }));
  return await load(new Request("http://einzug.test/app/file"), { params: Promise.resolve({}) });
};

function never(): never {
  throw new Error("there is a body");
}

test.each([
  ["einzug-mandat-MD0001.pdf", "einzug-mandat-MD0001.pdf"],
  // A reference comes from a vendor. Its characters must not name another file, file type or header.
  ['mandat-"; filename="evil.exe', "mandat--filename-evil.exe"],
  ["mandat-../../etc/passwd\\..\\x.pdf", "mandat-..-..-etc-passwd-..-x.pdf"],
  ["mandat\r\nset-cookie: a=b\0.pdf", "mandat-set-cookie-a-b-.pdf"],
  ["mandat-Müller & Söhne\u202efdp.exe", "mandat-M-ller-S-hne-fdp.exe"],
])("a file called %j is saved as %s", async (name, plain) => {
  const { status, headers } = await saved(name);
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toBe(`attachment; filename="${plain}"`);
  expect(headers.get("content-type")).toBe("application/pdf");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("set-cookie")).toBeNull();
});
