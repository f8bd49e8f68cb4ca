import type { ResourceHandlers } from "../../contract/define.ts";
import type { desk } from "../../contract/desk/index.ts";
import type { Actor } from "../memory/audit/record.ts";
import type { Membership } from "../people/sessions.ts";
import type { Api, Mode, StoredKey } from "./connections.ts";
import type { Lane } from "./governor/budget.ts";

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
