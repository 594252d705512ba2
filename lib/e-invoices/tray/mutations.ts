import { createHash } from "node:crypto";
import { countTry } from "@/lib/auth/limits/limits";
import type { CustomerId } from "@/lib/auth/scope";
import { decryptBytes, encryptBytes, newestKeyPrefix } from "@/lib/core/crypto";
import { db, Prisma, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { findOfNumber } from "@/lib/e-invoices/intake/data";
import { assignmentOf } from "@/lib/e-invoices/intake/rules";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { placeOf } from "./data";
import { shownName } from "./rules";
import type { Origin, Receipt } from "./types";

/** A file as it is stored, and where it came from. */
type NewFile = { name: string; bytes: Uint8Array };
type Stored = Receipt & { status: "new" | "known" };

/** Stores a file and enqueues its reading. */
export async function storeFile(customerId: CustomerId, file: NewFile, origin: Origin): Promise<Stored> {
  const [stored] = await storeFiles(customerId, [file], origin);
  if (!stored) throw new Error("nothing was stored");
  return stored;
}

/**
 * Stores files, all or none, and enqueues their reading. The same bytes are stored once for each supplier; if they were
 * refused before, they are read again.
 *
 * @returns what happened to each, in the order of the files
 * @throws AppError `too_many_requests` if the supplier has sent too much today
 */
export async function storeFiles(customerId: CustomerId, files: NewFile[], origin: Origin): Promise<Stored[]> {
  if (files.length === 0) return [];
  const megabytes = Math.ceil(files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1_000_000);
  await countTry("eInvoiceFiles", customerId, files.length);
  await countTry("eInvoiceMegabytes", customerId, megabytes);
  // Files are read in the order of their ids.
  const ids = files.map(() => newId("eInvoiceFile")).sort();
  const given = files.map((file, at) => {
    const digest = createHash("sha256").update(file.bytes).digest("hex");
    return { id: ids[at] ?? "", name: shownName(file.name), bytes: file.bytes, digest };
  });
  const stored = await db.$transaction(async (tx) => {
    const found = await storeAll(tx, customerId, given, origin);
    // Known files are enqueued, too: those that were refused before wait again.
    await enqueue(tx, jobs.readEInvoices, { customerId });
    return found;
  });
  return given.map(({ id, name, digest }) => {
    const known = stored.get(digest);
    if (known === undefined) throw new Error("a file was not stored");
    return { name, status: known === id ? "new" : "known", id: known };
  });
}

/** @returns the id under which each digest is stored */
async function storeAll(
  tx: Tx,
  customerId: CustomerId,
  given: (NewFile & { id: string; digest: string })[],
  origin: Origin,
): Promise<Map<string, string>> {
  // The order of the digests: two uploads of the same files must not wait for each other.
  const files = [...new Map(given.toReversed().map((file) => [file.digest, file])).values()].sort((a, b) =>
    a.digest < b.digest ? -1 : 1,
  );
  const rows = files.map(
    ({ id, name, bytes, digest }) => Prisma.sql`(${customerId}, ${id}, ${name}, ${bytes.length}, ${digest},
      ${origin.via}::e_invoice_source, ${origin.sender ?? null}, ${origin.userName ?? null}, ${now()}, now())`,
  );
  const stored = await tx.$queryRaw<{ id: string; digest: string }[]>`
    INSERT INTO e_invoice_files AS f
      (customer_id, id, name, byte_count, digest, received_via, sender, user_name, received_at, updated_at)
    VALUES ${Prisma.join(rows)}
    ON CONFLICT (customer_id, digest) DO UPDATE
      SET status = 'waiting', outcome = NULL, reason = NULL, detail = NULL, answer = NULL, tries = 0, updated_at = now()
      WHERE f.status = 'refused'
    RETURNING id, digest`;
  const idOf = new Map(stored.map(({ id, digest }) => [digest, id]));
  const contents = files.flatMap(({ digest, bytes }) => {
    const fileId = idOf.get(digest);
    return fileId ? [Prisma.sql`(${customerId}, ${fileId}, ${encryptBytes(bytes, placeOf(customerId, fileId))})`] : [];
  });
  if (contents.length > 0)
    await tx.$executeRaw`
      INSERT INTO e_invoice_contents (customer_id, file_id, content) VALUES ${Prisma.join(contents)}
      ON CONFLICT (customer_id, file_id) DO UPDATE SET content = EXCLUDED.content`;
  const left = files.filter(({ digest }) => !idOf.has(digest)).map(({ digest }) => digest);
  if (left.length === 0) return idOf;
  const known = await tx.eInvoiceFile.findMany({
    where: { customerId, digest: { in: left } },
    select: { id: true, digest: true },
  });
  return new Map([...idOf, ...known.map(({ id, digest }) => [digest, id] as const)]);
}

/**
 * Stores that a mail or a file in it was refused, without its bytes.
 *
 * @param refusal.name of the file, or the subject of the mail, as it is shown
 * @param refusal.key identifies it, so that a mail that is delivered twice is listed once
 */
export async function storeRefusal(
  customerId: CustomerId,
  refusal: { name: string; byteCount: number; key: string; reason: string },
  origin: Origin,
): Promise<void> {
  const { name, byteCount, reason } = refusal;
  const digest = createHash("sha256").update(`refused:${refusal.key}`).digest("hex");
  await db.eInvoiceFile.createMany({
    data: {
      ...{ customerId, id: newId("eInvoiceFile"), name, byteCount, digest },
      ...{ receivedVia: origin.via, sender: origin.sender, userName: origin.userName, receivedAt: now() },
      ...{ status: "refused", outcome: "not_an_invoice", reason, readAt: now() },
    },
    skipDuplicates: true,
  });
}

/** The answer that ends a held file without any effect on invoices. */
const IGNORE = "ignore";
/** The request to read a file again: what prevented it may be gone, such as a missing VAT id of the supplier. */
const AGAIN = "again";

/**
 * Stores what a person has decided about a held file. The next reading applies it. A refused file whose bytes are still
 * stored can only be read again.
 *
 * @throws AppError `not_found`, `file_not_ready` if the file waits for nobody's answer
 */
export async function answerFile(customerId: CustomerId, id: string, answer: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const file = await tx.eInvoiceFile.findUnique({ where: { customerId_id: { customerId, id } } });
    if (!file) throw new AppError("not_found");
    const isIgnored = answer === IGNORE;
    // An answer stays: the next reading may have another question, and must not repeat this one.
    const answers = answer === AGAIN ? null : [file.answer, answer].filter(Boolean).join(" ");
    const again = { status: "waiting", answer: answers, tries: 0 } as const;
    const changed = await tx.eInvoiceFile.updateMany({
      where: {
        ...{ customerId, id, content: { isNot: null } },
        status: { in: answer === AGAIN ? ["held", "refused"] : ["held"] },
      },
      data: isIgnored ? { status: "done", reason: "ignored", answer } : again,
    });
    if (changed.count === 0) throw new AppError("file_not_ready");
    if (!isIgnored) await enqueue(tx, jobs.readEInvoices, { customerId });
    await writeAudit(tx, customerId, actor, {
      action: "e_invoice.answered",
      subject: id,
      detail: { answer, reason: file.reason, number: numberOf(file.facts) },
    });
  });
}

/**
 * Stores to which invoice a held credit belongs. The next reading applies it.
 *
 * @throws AppError like `answerFile`; `invalid_input` if the supplier has no invoice of this number
 */
export async function assignCredit(customerId: CustomerId, id: string, number: string, actor: Actor): Promise<void> {
  const invoice = await db.$transaction((tx) => findOfNumber(tx, customerId, number));
  if (!invoice)
    throw new AppError("invalid_input", "credit", [{ field: "number", message: "no invoice has this number" }]);
  await answerFile(customerId, id, assignmentOf(number), actor);
}

function numberOf(facts: unknown): string {
  const { number } = (facts ?? {}) as { number?: string };
  return number ?? "";
}

/** Most files that a rotation of keys has in memory at a time. */
const ROTATED_AT_ONCE = 20;

/** Encrypts with the newest key what older keys had encrypted. */
export async function resealFiles(): Promise<{ resealed: number; unreadable: number }> {
  const prefix = newestKeyPrefix();
  let [resealed, unreadable] = [0, 0];
  let last = { customerId: "", fileId: "" };
  for (;;) {
    const rows = await db.$queryRaw<{ customerId: CustomerId; fileId: string; content: Uint8Array }[]>`
      SELECT customer_id AS "customerId", file_id AS "fileId", content FROM e_invoice_contents
      WHERE (customer_id, file_id) > (${last.customerId}, ${last.fileId})
        AND substring(content FROM 1 FOR ${prefix.length}) <> ${prefix}
      ORDER BY customer_id, file_id LIMIT ${ROTATED_AT_ONCE}`;
    for (const { customerId, fileId, content } of rows) {
      const place = placeOf(customerId, fileId);
      try {
        const sealed = encryptBytes(decryptBytes(content, place), place);
        await db.eInvoiceContent.updateMany({ where: { customerId, fileId }, data: { content: sealed } });
        resealed += 1;
      } catch {
        unreadable += 1;
      }
    }
    const end = rows.at(-1);
    if (!end) return { resealed, unreadable };
    last = end;
  }
}
