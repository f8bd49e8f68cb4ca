import { vi } from "vitest";

/** Repeats a check until it holds. It may have to wait until other tests leave it the processors. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 10_000 });
