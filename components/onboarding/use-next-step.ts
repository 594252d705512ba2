import { useRouter } from "@/components/ui/use-router";

/** Returns a function to call after a step: the server then decides which step is next. */
export function useNextStep(): () => void {
  const router = useRouter();
  return () => {
    // Only one of the two: a refresh would cancel the navigation that has just begun.
    if (window.location.search) router.push("/app/onboard", { scroll: false });
    else router.refresh();
  };
}
