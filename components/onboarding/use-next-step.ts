import { useRouter } from "next/navigation";

/** After a step: the page decides anew which one is next. */
export function useNextStep(): () => void {
  const router = useRouter();
  return () => {
    router.push("/app/onboard", { scroll: false });
    router.refresh();
  };
}
