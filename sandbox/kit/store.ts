import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";

/**
 * Durable state of the twins: maps in memory, written through to one SQLite file. A twin that is killed during a
 * request restarts with exactly the state it had answered. `flush()` commits the collected writes; the HTTP layer calls
 * it before it answers.
 */
export class Store {
  private readonly db: DatabaseSync;
  private readonly collections: Collection<unknown>[] = [];
  // Prepared once: a flush happens with every request.
  private readonly begin: StatementSync;
  private readonly commit: StatementSync;
  private readonly putRow: StatementSync;
  private readonly removeRow: StatementSync;

  /** @param file path of the SQLite file, or ":memory:" */
  constructor(file: string) {
    if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
    this.db = new DatabaseSync(file);
    this.db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;");
    this.db.exec(
      "CREATE TABLE IF NOT EXISTS docs (kind TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id))",
    );
    this.begin = this.db.prepare("BEGIN");
    this.commit = this.db.prepare("COMMIT");
    this.putRow = this.db.prepare("INSERT OR REPLACE INTO docs (kind, id, seq, json) VALUES (?, ?, ?, ?)");
    this.removeRow = this.db.prepare("DELETE FROM docs WHERE kind = ? AND id = ?");
  }

  /**
   * Opens the named collection; documents must be JSON values, and keep their insertion order.
   *
   * @param indexed fields by whose value the collection finds documents without a scan
   */
  collection<T, I extends keyof T = never>(kind: string, ...indexed: I[]): Collection<T, I> {
    const rows = this.db.prepare("SELECT id, seq, json FROM docs WHERE kind = ? ORDER BY seq").all(kind) as {
      id: string;
      seq: number;
      json: string;
    }[];
    const opened = new Collection<T, I>(kind, rows, indexed);
    this.collections.push(opened as Collection<unknown>);
    return opened;
  }

  /** Commits every change since the last flush in one transaction. */
  flush(): void {
    const dirty = this.collections.filter((collection) => collection.isDirty());
    if (dirty.length === 0) return;
    this.begin.run();
    for (const collection of dirty) {
      for (const change of collection.takeChanges()) {
        if (change.json === null) this.removeRow.run(collection.kind, change.id);
        else this.putRow.run(collection.kind, change.id, change.seq, change.json);
      }
    }
    this.commit.run();
  }

  clear(): void {
    for (const collection of this.collections) collection.clear();
    this.flush();
  }

  close(): void {
    this.flush();
    this.db.close();
  }
}

/**
 * Documents by id, in insertion order. Call `put` after changing a document; otherwise the change is not stored, and
 * `by` finds the document under its former value.
 */
export class Collection<T, I extends keyof T = never> {
  private readonly docs = new Map<string, T>();
  private readonly seqs = new Map<string, number>();
  private readonly dirty = new Set<string>();
  private readonly indexes: Map<keyof T, FieldIndex<T>>;
  private nextSeq = 1;

  constructor(
    readonly kind: string,
    rows: { id: string; seq: number; json: string }[],
    indexed: I[] = [],
  ) {
    this.indexes = new Map(indexed.map((field) => [field, new FieldIndex<T>(field)]));
    for (const row of rows) {
      this.keep(row.id, JSON.parse(row.json) as T);
      this.seqs.set(row.id, row.seq);
      this.nextSeq = row.seq + 1;
    }
  }

  get(id: string): T | undefined {
    return this.docs.get(id);
  }

  put(id: string, doc: T): T {
    if (!this.seqs.has(id)) this.seqs.set(id, this.nextSeq++);
    this.keep(id, doc);
    this.dirty.add(id);
    return doc;
  }

  private keep(id: string, doc: T): void {
    this.docs.set(id, doc);
    for (const index of this.indexes.values()) index.set(id, doc);
  }

  delete(id: string): boolean {
    this.dirty.add(id);
    this.seqs.delete(id);
    for (const index of this.indexes.values()) index.delete(id);
    return this.docs.delete(id);
  }

  all(): T[] {
    return [...this.docs.values()];
  }

  find(test: (doc: T) => boolean): T | undefined {
    for (const doc of this.docs.values()) if (test(doc)) return doc;
    return undefined;
  }

  filter(test: (doc: T) => boolean): T[] {
    return this.all().filter(test);
  }

  /** Returns the documents whose indexed field has this value, in the order in which they got it. */
  by(field: I, value: T[I] & {}): T[] {
    return this.indexes.get(field)?.get(value) ?? [];
  }

  clear(): void {
    for (const id of this.docs.keys()) this.dirty.add(id);
    for (const index of this.indexes.values()) index.clear();
    this.docs.clear();
    this.seqs.clear();
  }

  get size(): number {
    return this.docs.size;
  }

  isDirty(): boolean {
    return this.dirty.size > 0;
  }

  takeChanges(): { id: string; seq: number; json: string | null }[] {
    const changes = [...this.dirty].map((id) => {
      const doc = this.docs.get(id);
      return { id, seq: this.seqs.get(id) ?? 0, json: doc === undefined ? null : JSON.stringify(doc) };
    });
    this.dirty.clear();
    return changes;
  }
}

/** Documents by the value of one field. A document without a value is in no group. */
class FieldIndex<T> {
  private readonly groups = new Map<unknown, Map<string, T>>();
  /** A document may be changed in place before it is put, so its former value is kept here. */
  private readonly values = new Map<string, unknown>();

  constructor(private readonly field: keyof T) {}

  get(value: unknown): T[] {
    return [...(this.groups.get(value)?.values() ?? [])];
  }

  set(id: string, doc: T): void {
    const value = doc[this.field] ?? undefined;
    if (this.values.get(id) !== value) this.delete(id);
    if (value === undefined) return;
    const group = this.groups.get(value) ?? new Map<string, T>();
    this.groups.set(value, group.set(id, doc));
    this.values.set(id, value);
  }

  delete(id: string): void {
    const value = this.values.get(id);
    const group = this.groups.get(value);
    group?.delete(id);
    if (group?.size === 0) this.groups.delete(value);
    this.values.delete(id);
  }

  clear(): void {
    this.groups.clear();
    this.values.clear();
  }
}
