import { expect, test } from "vitest";
import { judgeWebhooks, type ReceivedMessage, type StoredMessage } from "./webhook-judge";

const debit = (id: string, status: string): StoredMessage => ({
  ...{ id, kind: "debit.changed", data: { mandateId: "M1", debitId: "D1", status } },
});
const taken = ({ data }: StoredMessage): ReceivedMessage => ({ bodies: [JSON.stringify({ data })], isTaken: true });
const arrived = (messages: StoredMessage[]) => new Map(messages.map((one) => [one.id, taken(one)]));
const FINAL = [{ kind: "debit.changed", subject: "D1", status: "paid_out" }];
const all = [debit("m1", "created"), debit("m2", "paid_out")];

test("Messages that arrived, also several times with the same id, are in order", () => {
  const received = arrived(all);
  const again = received.get("m1");
  again?.bodies.push(...again.bodies);
  expect(judgeWebhooks(all, received, FINAL)).toEqual([]);
});

test("A message that never arrived, or was only refused, is lost", () => {
  expect(judgeWebhooks(all, arrived(all.slice(1)), FINAL)).toMatchObject([{ kind: "hook-lost" }]);
  const refused = arrived(all).set("m1", { ...taken(all[0] as StoredMessage), isTaken: false });
  expect(judgeWebhooks(all, refused, FINAL)).toMatchObject([{ kind: "hook-lost" }]);
});

test("A final state of which no message tells is lost", () => {
  const [first] = [all.slice(0, 1)];
  expect(judgeWebhooks(first, arrived(first), FINAL)).toMatchObject([{ kind: "hook-lost" }]);
});

test("A message must not arrive with two contents, or with that of another one", () => {
  const changed = arrived(all);
  changed.get("m1")?.bodies.push(JSON.stringify({ data: { mandateId: "M1", debitId: "D1", status: "failed" } }));
  expect(judgeWebhooks(all, changed, FINAL)).toMatchObject([{ kind: "hook-lost" }]);
  const wrong = arrived(all).set("m1", taken(all[1] as StoredMessage));
  expect(judgeWebhooks(all, wrong, FINAL)).toMatchObject([{ kind: "hook-lost" }]);
});

test("The same change with two ids is sent twice, but a state that returns later is not", () => {
  const two = [debit("m1", "created"), debit("m2", "created"), debit("m3", "paid_out")];
  expect(judgeWebhooks(two, arrived(two), FINAL)).toMatchObject([{ kind: "hook-twice" }]);
  const back = [debit("m1", "created"), debit("m2", "submitted"), debit("m3", "created"), debit("m4", "paid_out")];
  expect(judgeWebhooks(back, arrived(back), FINAL)).toEqual([]);
});

test("Two tests with the same content are two messages, and debits of one mandate are different subjects", () => {
  const tests = ["t1", "t2"].map((id): StoredMessage => ({ id, kind: "test", data: {} }));
  const other = { ...debit("m3", "paid_out"), data: { mandateId: "M1", debitId: "D2", status: "paid_out" } };
  const stored = [...tests, ...all, other];
  expect(judgeWebhooks(stored, arrived(stored), FINAL)).toEqual([]);
});
