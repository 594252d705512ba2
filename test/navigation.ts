import { vi } from "vitest";

/** Next's router in component tests: records where a component navigates, and does not navigate. */
export const router = {
  push: vi.fn<(href: string, options?: { scroll?: boolean }) => void>(),
  replace: vi.fn<(href: string, options?: { scroll?: boolean }) => void>(),
  refresh: vi.fn<() => void>(),
  back: vi.fn<() => void>(),
  prefetch: vi.fn<(href: string) => void>(),
};

/** The page on which a component is rendered. */
export const page = { path: "/app", search: "" };

// These three replace `next/navigation` (vitest.config.ts).
export const useRouter = () => router;
export const usePathname = () => page.path;
export const useSearchParams = () => new URLSearchParams(page.search);
