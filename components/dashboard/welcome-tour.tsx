"use client";

import { Signpost } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { endTourAction } from "@/lib/accounts/actions";
import type { RunningTour, TourTexts } from "./run-tour";

/**
 * Starts the welcome tour once, automatically, for a new supplier. Afterwards, and for everybody else, a button starts
 * it.
 */
export function WelcomeTour({ texts, isOver }: { texts: TourTexts & { start: string }; isOver: boolean }) {
  const running = useRef<RunningTour>(undefined);
  const isOffered = useRef(!isOver);
  const latest = useRef(texts);
  latest.current = texts;
  const isHere = useRef(false);

  // The tour is loaded only on request; if the person has left the page meanwhile, it does not start.
  const start = useCallback(async (): Promise<boolean> => {
    const loaded = await import("./run-tour").catch(() => undefined);
    if (!loaded || !isHere.current) return false;
    running.current?.end();
    running.current = loaded.runTour(latest.current);
    return true;
  }, []);

  useEffect(() => {
    isHere.current = true;
    // An open dialog or the consent question comes first; then the tour waits for the next visit.
    if (isOffered.current && !document.querySelector("#consent, [role=dialog], [role=alertdialog]")) {
      isOffered.current = false;
      // Stored as soon as it starts, so that it never starts automatically again, however it ends.
      void start()
        .then((isShown) => (isShown ? endTourAction({}) : undefined))
        // If that could not be stored, the tour is offered once more.
        .catch(() => undefined);
    }
    return () => {
      isHere.current = false;
      running.current?.end();
    };
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
