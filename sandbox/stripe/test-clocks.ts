import type { Api, Call } from "./api";
import { runUntil } from "./billing";
import { invalid, missing } from "./errors";
import { emit } from "./events";
import { listOf } from "./lists";
import { count, text } from "./params";
import type { TestClock, Wire } from "./records";
import { showTestClock } from "./test-clock-shapes";
import { DAY, newId, sharedNow, type World } from "./world";

const FURTHEST = 2 * 366 * DAY;

/**
 * Adds the routes for clocks of single customers. An advance is complete when it is answered; at the vendor it takes a
 * while.
 */
export function testClockRoutes(api: Api): void {
  const base = "/v1/test_helpers/test_clocks";
  api.on("POST", base, "TestHelpers.TestClockCreateParams", ({ world, params }) => {
    const frozen_time = count(params, "frozen_time") ?? 0;
    const clock = { id: newId("clock"), created: sharedNow(world), frozen_time, name: text(params, "name") ?? null };
    world.records.testClocks.put(clock.id, clock);
    emit(world, "test_helpers.test_clock.created", showTestClock(world, clock));
    return showTestClock(world, clock);
  });
  api.on("GET", base, "TestHelpers.TestClockListParams", (call) =>
    listOf(call, {
      docs: call.world.records.testClocks.all(),
      what: "test_clock",
      show: (one) => showTestClock(call.world, one),
    }),
  );
  api.on("GET", `${base}/:id`, "TestHelpers.TestClockRetrieveParams", (call) =>
    showTestClock(call.world, clockOf(call)),
  );
  api.on("POST", `${base}/:id/advance`, "TestHelpers.TestClockAdvanceParams", advance);
  api.on("DELETE", `${base}/:id`, "TestHelpers.TestClockDeleteParams", remove);
}

function clockOf({ world, id }: Call): TestClock {
  const clock = world.records.testClocks.get(id);
  if (!clock) throw missing("test_clock", id);
  return clock;
}

function advance(call: Call): Wire {
  const { world, params } = call;
  const clock = clockOf(call);
  const to = count(params, "frozen_time") ?? 0;
  if (to <= clock.frozen_time)
    throw invalid("The frozen time must be after the clock's current frozen time.", "frozen_time");
  if (to > clock.frozen_time + FURTHEST)
    throw invalid("A clock cannot be advanced by more than two years.", "frozen_time");
  runUntil(world, to, clock.id);
  world.records.testClocks.put(clock.id, Object.assign(clock, { frozen_time: to }));
  const shown = showTestClock(world, clock);
  emit(world, "test_helpers.test_clock.ready", shown);
  return { ...shown, status: "advancing" };
}

/** Deletes a clock with its customers. */
function remove(call: Call): Wire {
  const { world } = call;
  const clock = clockOf(call);
  emitDeleted(world, clock);
  for (const customer of world.records.customers.filter((one) => one.test_clock === clock.id)) {
    for (const one of world.records.subscriptions.filter((sub) => sub.customer === customer.id))
      world.records.subscriptions.delete(one.id);
    world.records.customers.put(customer.id, Object.assign(customer, { deleted: true, test_clock: null }));
  }
  world.records.testClocks.delete(clock.id);
  return { id: clock.id, object: "test_helpers.test_clock", deleted: true };
}

function emitDeleted(world: World, clock: TestClock): void {
  emit(world, "test_helpers.test_clock.deleted", showTestClock(world, clock));
}
