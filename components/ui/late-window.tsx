"use client";

import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { whenAtRest } from "./at-rest";

/**
 * A window over the page whose code comes when the page is at rest, or with the first opening: most pages are read and
 * left without one, and its library weighs as much as all of a list's own scripts.
 */
export function lateWindow<P extends { open: boolean }>(fetchIt: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await fetchIt() }));
  let isAskedFor = false;
  return function LateWindow(props: P) {
    const [wasOpened, setWasOpened] = useState(props.open);
    useEffect(() => {
      if (isAskedFor) return;
      isAskedFor = true;
      // One that does not come now is asked for again when it is opened, and the fault is told there.
      whenAtRest(() => void fetchIt().catch(() => undefined));
    }, []);
    if (props.open && !wasOpened) setWasOpened(true);
    return wasOpened ? (
      <Suspense>
        <Part {...props} />
      </Suspense>
    ) : null;
  };
}
