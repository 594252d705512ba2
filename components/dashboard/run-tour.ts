import { driver } from "driver.js";
import { wantsCalm } from "@/components/ui/calm";
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

const MARKS = ["aria-haspopup", "aria-expanded", "aria-controls"];

/**
 * Goes through the steps, by buttons, arrow keys or Escape. The page stays usable meanwhile: a click anywhere else ends
 * the tour and does what it was meant to do. What a page does not show is told in the middle of it.
 */
export function runTour(texts: TourTexts): RunningTour {
  const isCalm = wantsCalm();
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
    onPopoverRender: ({ wrapper, title, footer, footerButtons, nextButton, closeButton }) => {
      // driver.js makes them of `header` and `footer`, which are the page's own.
      for (const part of [title, footer]) part.setAttribute("role", "presentation");
      // The first one gets the focus: it is to go on, not to leave.
      footerButtons.prepend(nextButton);
      wrapper.append(closeButton);
      // driver.js marks the part of the page it shows like a button that opens something; it is none.
      queueMicrotask(() => {
        for (const mark of MARKS) document.querySelector(".driver-active-element")?.removeAttribute(mark);
      });
      closeButton.textContent = texts.skip;
      closeButton.setAttribute("aria-label", texts.skip);
    },
    onDestroyed: () => {
      document.removeEventListener("pointerdown", onPress, true);
      // driver.js takes its own things away after this call, and the focus with them.
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
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
