import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { forgetUnsaved } from "@/components/ui/unsaved";
import { page } from "./navigation";

/**
 * How many tasks an answer of a server action may need to appear on the page: it resolves, renders and runs its
 * effects.
 */
const TASKS_OF_AN_ANSWER = 10;
const { setImmediate } = globalThis;

/** While true, React reports changes outside of the test's actions. */
function watchChanges(isWatched: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isWatched });
}

watchChanges(true);
configure({
  // A limit, not a wait: the first window of a run is loaded only now, which may take long on a busy machine.
  asyncUtilTimeout: 50_000,
  // A click ends when its result is on the page. Testing Library waits for one timer only, which on a busy machine
  // fires before React's next task.
  asyncWrapper: async (act) => {
    watchChanges(false);
    try {
      const result = await act();
      for (let task = 0; task < TASKS_OF_AN_ANSWER; task += 1) await new Promise((next) => setImmediate(next));
      return result;
    } finally {
      watchChanges(true);
    }
  },
});

// All files share one browser, so each test begins as on a first visit.
beforeEach(() => {
  page.path = "/app";
  page.search = "";
  window.localStorage.clear();
  window.sessionStorage.clear();
  forgetUnsaved();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
