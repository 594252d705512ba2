import { vi } from "vitest";

/** Next's router in tests of components: says where a component leads, and leads nowhere. */
export const router = {
  push: vi.fn<(href: string, options?: { scroll?: boolean }) => void>(),
  replace: vi.fn<(href: string, options?: { scroll?: boolean }) => void>(),
  refresh: vi.fn<() => void>(),
  back: vi.fn<() => void>(),
  prefetch: vi.fn<(href: string) => void>(),
};

/** The page on which a component stands. */
export const page = { path: "/app", search: "" };

// These three take the place of `next/navigation` (vitest.config.ts).
export const useRouter = () => router;
export const usePathname = () => page.path;
export const useSearchParams = () => new URLSearchParams(page.search);
