import { driver } from "driver.js";
import { wantsCalm } from "@/components/ui/calm";
import "./tour.css";

export interface TourTexts {
  next: string;
  previous: string;
  done: string;
  skip: string;
  /** Contains the placeholders `{{current}}` and `{{total}}`. */
  progress: string;
  /** `anchor`: the `data-tour` value of the part of the page that a step is about. */
  steps: { anchor: string; title: string; text: string }[];
}

export interface RunningTour {
  end: () => void;
}

const MARKS = ["aria-haspopup", "aria-expanded", "aria-controls"];

/**
 * Runs the tour; buttons, arrow keys and Escape control it. The page stays usable: a click outside ends the tour and
 * still does what it was meant to do. A step whose part is not on the page yet is skipped.
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
      // driver.js makes these from `header` and `footer`, roles that belong to the page.
      for (const part of [title, footer]) part.setAttribute("role", "presentation");
      // The first button gets the focus: that must be "next", not "close".
      footerButtons.prepend(nextButton);
      wrapper.append(closeButton);
      // driver.js gives the highlighted part the attributes of a button that opens a dialog, which it is not.
      queueMicrotask(() => {
        for (const mark of MARKS) document.querySelector(".driver-active-element")?.removeAttribute(mark);
      });
      closeButton.textContent = texts.skip;
      closeButton.setAttribute("aria-label", texts.skip);
    },
    onDestroyed: () => {
      document.removeEventListener("pointerdown", onPress, true);
      // driver.js removes its own elements after this call, and the focus with these.
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    },
    steps: texts.steps.flatMap(({ anchor, title, text }) => {
      const element = document.querySelector(`[data-tour="${anchor}"]`);
      return element ? [{ element, popover: { title, description: text } }] : [];
    }),
  });
  document.addEventListener("pointerdown", onPress, true);
  tour.drive();
  return { end: () => tour.destroy() };
}
