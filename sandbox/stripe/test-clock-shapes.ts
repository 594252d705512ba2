import type { TestClock, Wire } from "./records";
import { DAY, type World } from "./world";

const KEPT_DAYS = 30;

export function showTestClock(_world: World, clock: TestClock): Wire {
  return {
    id: clock.id,
    object: "test_helpers.test_clock",
    created: clock.created,
    deletes_after: clock.created + KEPT_DAYS * DAY,
    frozen_time: clock.frozen_time,
    livemode: false,
    name: clock.name,
    status: "ready",
    status_details: {},
  };
}
