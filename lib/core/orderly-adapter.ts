import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { countStatement } from "./trace";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>;

/**
 * PrismaPg whose transactions ask one question at a time. A transaction has one connection, but Prisma reads the
 * relations of an `include` all at once, also there (prisma/orm#29407); pg only queues that, warns, and will refuse it
 * from version 9 on.
 */
export class OrderlyPg extends PrismaPg {
  constructor(
    private readonly pool: Pool,
    options: ConstructorParameters<typeof PrismaPg>[1],
  ) {
    super(pool, options);
  }

  /** @throws after the pool was ended: Prisma would go on with one it makes itself, which knows no wall (`WalledPool`) */
  override async connect(): Promise<Adapter> {
    if (this.pool.ending) throw new Error("This pool has been ended.");
    const adapter = counted(await super.connect());
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => oneByOne(counted(await start(isolationLevel)));
    return adapter;
  }
}

function oneByOne(tx: Transaction): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<A, R>(ask: (query: A) => Promise<R>): (query: A) => Promise<R> {
    return (query) => {
      const answer = last.then(() => ask(query));
      // One that fails is told to who asked; the next has its turn all the same, if only to roll back.
      last = answer.catch(() => undefined);
      return answer;
    };
  }
  tx.queryRaw = inTurn(tx.queryRaw.bind(tx));
  tx.executeRaw = inTurn(tx.executeRaw.bind(tx));
  return tx;
}

/** Each statement counts for the span it is asked in; its text and parameters stay here. */
function counted<A extends Adapter | Transaction>(asked: A): A {
  const [queryRaw, executeRaw] = [asked.queryRaw.bind(asked), asked.executeRaw.bind(asked)];
  asked.queryRaw = (query) => countStatement(() => queryRaw(query));
  asked.executeRaw = (query) => countStatement(() => executeRaw(query));
  return asked;
}
