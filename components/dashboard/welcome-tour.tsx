"use client";

import { Signpost } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { endTourAction } from "@/lib/accounts/actions";
import type { RunningTour, TourTexts } from "./run-tour";

/** Shows newcomers around once, without being asked; everybody else, and whoever left it, at a click. */
export function WelcomeTour({ texts, isOver }: { texts: TourTexts & { start: string }; isOver: boolean }) {
  const running = useRef<RunningTour>(undefined);
  const isOffered = useRef(!isOver);
  const latest = useRef(texts);
  latest.current = texts;

  // Who never asks for it does not load it either.
  const start = useCallback(async () => {
    const { runTour } = await import("./run-tour");
    running.current?.end();
    running.current = runTour(latest.current);
  }, []);

  useEffect(() => {
    // One thing at a time: a question that lies over the page comes first, the tour at the next visit.
    if (isOffered.current && !document.querySelector("#consent, [role=dialog]")) {
      isOffered.current = false;
      // Remembered from here on, so that it does not come back by itself, however it ends.
      void start().then(() => endTourAction({}));
    }
    return () => running.current?.end();
  }, [start]);

  return (
    <Button
      size="small"
      icon={<Signpost aria-hidden="true" strokeWidth={1.5} className="size-4" />}
      onClick={() => void start()}
    >
      {texts.start}
    </Button>
  );
}
