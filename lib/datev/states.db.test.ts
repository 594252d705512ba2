import { beforeEach, expect, test } from "vitest";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { DatevImportStatus } from "@/lib/core/prisma/enums";
import { today } from "@/lib/core/time/clock";
import { addDays, formatDay } from "@/lib/core/time/dates";
import { importDatevFiles } from "@/lib/datev/import/jobs";
import { chooseColumns, dropFile, receiveFile, wantImport } from "@/lib/datev/import/mutations";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import type { ColumnMapping } from "@/lib/providers/accounting/datev/open-items/columns/columns";
import { awaitLocked } from "@/test/locks";
import { connectedSupplier } from "@/test/supplier-data";

/** Every state of an uploaded file, with every event that can happen to it. */
const supplier = await connectedSupplier();
const { customerId, actor } = supplier;
await disconnect(customerId, "LEXOFFICE", actor);
await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003" }, actor);

const day = (days: number) => formatDay(addDays(today(), days), "de");
const LIST = Buffer.from(
  ["Konto;Rechnungsnummer;Datum;Fälligkeit;Saldo", `10042;RE-1;${day(-10)};${day(14)};119,00`, ""].join("\r\n"),
  "latin1",
);
async function* bytes(): AsyncGenerator<Uint8Array> {
  yield LIST;
}

const receive = () => receiveFile(supplier, { kind: "open_items", name: "OPOS.csv", body: bytes() });
const find = (id: string) => db.datevImport.findUnique({ where: { customerId_id: { customerId, id } } });
/** Chooses no column, so the list cannot be read. */
const NO_COLUMNS: ColumnMapping = {};

async function fileIn(status: DatevImportStatus) {
  const id = await receive();
  const row = await db.datevImport.update({ where: { customerId_id: { customerId, id } }, data: { status } });
  return { id, mapping: row.mapping as ColumnMapping };
}

beforeEach(() => db.datevImport.deleteMany({ where: { customerId } }));

type Event = (file: { id: string; mapping: ColumnMapping }) => Promise<unknown>;
const EVENTS: Record<string, Event> = {
  "import it": ({ id }) => wantImport(customerId, id, true, actor),
  "drop it": ({ id }) => dropFile(customerId, id),
  "choose its columns": ({ id, mapping }) => chooseColumns(customerId, id, mapping),
  "choose columns it has not": ({ id }) => chooseColumns(customerId, id, NO_COLUMNS),
  "hand in another one": receive,
  "the worker comes by": () => importDatevFiles.run({ customerId }),
};
/** A dot: nothing changes. `!`: nothing changes and the event is refused. `gone`: the file is deleted. */
const TABLE: Record<DatevImportStatus, string> = {
  refused: "! gone inspected refused gone .",
  inspected: "applying gone inspected refused gone .",
  applying: "! ! ! ! . applied",
  applied: "! ! ! ! . .",
};

test.each(
  Object.values(DatevImportStatus).flatMap((from) =>
    Object.keys(EVENTS).map((event, i) => [from, event, TABLE[from].split(" ")[i]] as const),
  ),
)("a file in state %s, event: %s, expected result: %s", async (from, event, cell) => {
  const file = await fileIn(from);
  const before = await find(file.id);
  const done = EVENTS[event]?.(file);
  if (cell === "!") await expect(done).rejects.toMatchObject({ code: "file_not_ready" });
  else await done;
  const after = await find(file.id);
  if (cell === "gone") expect(after).toBeNull();
  else if (cell === "!" || cell === ".") expect(after).toEqual(before);
  else expect(after?.status).toBe(cell);
});

test("a file that is imported while its columns are chosen stays imported", async () => {
  const { id, mapping } = await fileIn("inspected");
  const { choosing } = await db.$transaction(async (tx) => {
    await tx.datevImport.update({ where: { customerId_id: { customerId, id } }, data: { status: "applied" } });
    // By then it has read the file as a waiting one and has inspected it.
    const refusal = chooseColumns(customerId, id, mapping).catch((error: unknown) => error);
    await awaitLocked(1);
    return { choosing: refusal };
  });
  expect(await choosing).toMatchObject({ code: "file_not_ready" });
  expect((await find(id))?.status).toBe("applied");
});

test.each([1, 2])(
  "a file that is still being received is replaced by a newer file that arrives after its chunk %i",
  async (at) => {
    // Pieces have the size of stored chunks, so that the first one is stored before the other file arrives.
    const pieces = [Buffer.alloc(65_536, "x"), Buffer.alloc(65_536, "x"), LIST];
    async function* slowly(): AsyncGenerator<Uint8Array> {
      for (const [index, piece] of pieces.entries()) {
        if (index === at) newer = await receive();
        yield piece;
      }
    }
    let newer = "";
    const older = receiveFile(supplier, { kind: "open_items", name: "old.csv", body: slowly() });
    await expect(older).rejects.toMatchObject({ code: "file_not_ready" });
    expect((await db.datevImport.findMany({ where: { customerId } })).map(({ id }) => id)).toEqual([newer]);
  },
);

test("a file that has just been received completely is replaced by a newer one, too", async () => {
  let newer = "";
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield LIST;
    newer = await receive();
  }
  const older = receiveFile(supplier, { kind: "open_items", name: "old.csv", body: whole() });
  await expect(older).rejects.toMatchObject({ code: "file_not_ready" });
  expect((await find(newer))?.status).toBe("inspected");
});
