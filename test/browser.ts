import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { forgetUnsaved } from "@/components/ui/unsaved";
import { page } from "./navigation";

/** Tasks that an answer of a server action may take until it is on the page: it resolves, renders, and has its effects. */
const TASKS_OF_AN_ANSWER = 10;
const { setImmediate } = globalThis;

/** While it is true, React complains about what changes outside of an action of the test. */
function watchChanges(isWatched: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isWatched });
}

watchChanges(true);
configure({
  // A limit, not a wait: the first window of a run is loaded only now, and a busy machine may take long for it.
  asyncUtilTimeout: 50_000,
  // A click ends when what it brought about is on the page. Testing Library itself waits for one timer, which on a busy machine
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

// Files share one browser, so each test begins as on a first visit.
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
