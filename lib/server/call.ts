import type { Actor } from "./audit/record.ts";
import type { Api, Mode, StoredKey } from "./connections.ts";
import type { Lane } from "./governor/budget.ts";
import type { Membership } from "./people.ts";

/** The store and mode that a person works in. */
export type Desk = { membership: Membership; mode: Mode };

/** For whom calls are made, and how urgently. */
export type Caller = Desk & { lane: Lane; actor: Actor };

/** A request for an operation of the dashboard itself. */
export type DeskContext = Desk & { requestId?: string; tab?: string | undefined };

export function callerOf({ membership, mode }: Desk): Caller {
  const { id, name } = membership.person;
  return { membership, mode, lane: "visible", actor: { kind: "person", id, name } };
}

/** An operation by its names in the contract. */
export type OperationName = { api: Api; resource: string; operation: string };

/** A call of an operation of one of the two APIs, for a person or a background job. */
export type Call = Desk &
  OperationName & {
    params?: Record<string, string> | undefined;
    query?: Record<string, unknown> | undefined;
    body?: unknown;
    headers?: Record<string, string> | undefined;
    lane?: Lane;
    /** True for a screen, which may get a response of a moment ago. Code that decides something needs a fresh one. */
    screen?: boolean;
    signal?: AbortSignal | undefined;
    requestId?: string | undefined;
    /** The key of the connection, if the request has already read it. */
    stored?: StoredKey | null;
    tab?: string | undefined;
    /** The actor in the audit; by default the person of the membership. */
    actor?: Actor;
    /** Called right before a write is sent, with the record before it. An error stops the write. */
    ready?: (before: unknown) => Promise<void>;
  };

export type Answer = { status: number; body: unknown; rate: Record<string, string> };
