import { db } from "../lib/core/database/db";
import { expect, test } from "./support/fixtures";
import { COOKIE, cookie, personOf } from "./support/sessions";
import { connectedSupplier } from "./support/supplier";

const APP = process.env.APP_URL ?? "";
const ROWS = 12_334;
/** Next.js passes on at most this much of a body that goes through the middleware. */
const CUT_BYTES = 10 * 1_024 * 1_024;

/** Returns a list of more than 10 MiB, as an office exports it with a long text in each line. */
function longList(): Buffer {
  const text = "Wartung der Teigmaschine ".repeat(36);
  const rows = Array.from(
    { length: ROWS },
    (_, i) => `${10_000 + (i % 5_000)};RE-${i};01.11.2026;15.12.2026;119,00;${text}`,
  );
  return Buffer.from(["Konto;Rechnungsnummer;Datum;Fälligkeit;Saldo;Text", ...rows, ""].join("\r\n"), "latin1");
}

test("a list of more than 10 MiB arrives whole, and one cut at the end of a line is refused", async () => {
  const supplier = await connectedSupplier({}, "DATEV");
  const headers = { cookie: `${COOKIE}=${await cookie(await personOf(supplier, false))}`, origin: APP };
  const list = longList();
  expect(list.length).toBeGreaterThan(CUT_BYTES);
  const send = async (body: Buffer, size: number) => {
    const query = new URLSearchParams({ kind: "open_items", name: "OPOS.csv", size: String(size) });
    const answer = await fetch(`${APP}/app/datev/import?${query}`, {
      method: "PUT",
      headers,
      body: Uint8Array.from(body),
    });
    return { status: answer.status, body: (await answer.json()) as { id?: string; errorCode?: string } };
  };
  const imports = () => db.datevImport.findMany({ where: { customerId: supplier.customerId } });

  const cut = list.subarray(0, list.lastIndexOf("\n", CUT_BYTES) + 1);
  expect(await send(cut, list.length)).toMatchObject({ status: 400, body: { errorCode: "upload_incomplete" } });
  expect(await imports()).toEqual([]);

  expect(await send(list, list.length)).toMatchObject({ status: 201 });
  expect(await imports()).toMatchObject([{ status: "inspected", rowCount: ROWS, byteCount: list.length }]);
});
