import { useRouter } from "@/components/ui/use-router";

/** After a step: the page decides anew which one is next. */
export function useNextStep(): () => void {
  const router = useRouter();
  return () => {
    // One or the other: a refresh would cut off the way that has just begun.
    if (window.location.search) router.push("/app/onboard", { scroll: false });
    else router.refresh();
  };
}
