import { MutationCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isOutcomeUnknown } from "../contract/errors.ts";

const maxWait = 90;
/** No timer on the server, where garbage collection would keep all data of a request for ten minutes. */
const keptMs = typeof window === "undefined" ? Number.POSITIVE_INFINITY : 10 * 60_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, _result, mutation, { client }) => {
        const queryKey = mutation.meta?.invalidates as readonly unknown[] | undefined;
        if (queryKey) return client.invalidateQueries({ queryKey });
      },
      // Not awaited, so that the error is shown at once and the screens update afterwards.
      onError: (error, _input, _result, mutation, { client }) => {
        const queryKey = mutation.meta?.invalidates as readonly unknown[] | undefined;
        if (queryKey && isOutcomeUnknown(error)) void client.invalidateQueries({ queryKey });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: keptMs,
        networkMode: "always",
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: waitBefore,
      },
      mutations: {
        networkMode: "always",
        // A rate-limited write did nothing. Any other failed write may have taken effect.
        retry: (failures, error) => failures < 3 && error instanceof ApiError && error.status === 429,
        retryDelay: waitBefore,
      },
    },
  });
}

function waitBefore(attempt: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) {
    return Math.min(error.retryAfter, maxWait) * 1000 + Math.random() * 500;
  }
  return 500 * 2 ** attempt;
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === "connection_rejected") return false;
  return error.status === 0 || error.status === 429 || [502, 503, 504].includes(error.status);
}
