import type { ResourceHandlers, Role } from "../../contract/define.ts";
import type { desk } from "../../contract/desk/index.ts";
import type { Api, Mode, StoredKey } from "./connections.ts";
import type { Lane } from "./governor/budget.ts";

export type Person = {
  id: string;
  name: string;
  email: string;
  sessionId?: string;
  locale?: string | null;
  timeZone?: string | null;
};
export type Store = { id: string; name: string; currency: string; timeZone: string };
export type Membership = { person: Person; store: Store; role: Role };

/** For work that the dashboard does without a person. */
export function asSystem(store: Store): Membership {
  return { person: { id: "system", name: "Cartwright", email: "" }, store, role: "owner" };
}

export type Actor = { kind: "person" | "partner" | "job" | "system"; id: string; name: string };

export type StoreScope = { membership: Membership; mode: Mode };

export type Caller = StoreScope & { lane: Lane; actor: Actor };

export type DeskContext = StoreScope & { requestId?: string; tab?: string | undefined };

export type DeskHandlers<Resource extends keyof typeof desk> = ResourceHandlers<(typeof desk)[Resource], DeskContext>;

export function callerOf({ membership, mode }: StoreScope): Caller {
  const { id, name } = membership.person;
  return { membership, mode, lane: "visible", actor: { kind: "person", id, name } };
}

export type OperationName = { api: Api; resource: string; operation: string };

export type Call = StoreScope &
  OperationName & {
    params?: Record<string, string> | undefined;
    query?: Record<string, unknown> | undefined;
    body?: unknown;
    headers?: Record<string, string> | undefined;
    lane?: Lane;
    /** True for a screen, which may get a recent response. Code that decides something needs a fresh one. */
    screen?: boolean;
    signal?: AbortSignal | undefined;
    requestId?: string | undefined;
    stored?: StoredKey | null;
    tab?: string | undefined;
    actor?: Actor;
    /** Called right before a write is sent, with the record before it. An error stops the write. */
    ready?: (before: unknown) => Promise<void>;
  };

export type Answer = { status: number; body: unknown; rate: Record<string, string> };
