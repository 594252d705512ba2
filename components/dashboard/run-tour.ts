import { driver } from "driver.js";
import "./tour.css";

export interface TourTexts {
  next: string;
  previous: string;
  done: string;
  skip: string;
  /** With `{{current}}` and `{{total}}`. */
  progress: string;
  /** `anchor`: the `data-tour` of the part of the page that a step is about. */
  steps: { anchor: string; title: string; text: string }[];
}

export interface RunningTour {
  end: () => void;
}

/**
 * Goes through the steps, by buttons, arrow keys or Escape. The page stays usable meanwhile: a click anywhere else ends
 * the tour and does what it was meant to do. What a page does not show is told in the middle of it.
 */
export function runTour(texts: TourTexts): RunningTour {
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const before = document.activeElement;
  const onPress = (event: PointerEvent) => {
    if (!(event.target as Element).closest(".driver-popover")) tour.destroy();
  };
  const tour = driver({
    animate: !isCalm,
    smoothScroll: !isCalm,
    allowScroll: true,
    showProgress: true,
    overlayOpacity: 0.45,
    stagePadding: 6,
    stageRadius: 12,
    nextBtnText: texts.next,
    prevBtnText: texts.previous,
    doneBtnText: texts.done,
    progressText: texts.progress,
    onPopoverRender: ({ closeButton }) => {
      closeButton.textContent = texts.skip;
      closeButton.setAttribute("aria-label", texts.skip);
    },
    onDestroyed: () => {
      document.removeEventListener("pointerdown", onPress, true);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    steps: texts.steps.map(({ anchor, title, text }) => {
      const element = document.querySelector(`[data-tour="${anchor}"]`);
      return { ...(element ? { element } : {}), popover: { title, description: text } };
    }),
  });
  document.addEventListener("pointerdown", onPress, true);
  tour.drive();
  return { end: () => tour.destroy() };
}
