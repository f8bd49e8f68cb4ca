import type { NamedOperation } from "../contract/define.ts";
import type { Actor } from "./audit/record.ts";
import type { Api, Mode, StoredKey } from "./connections.ts";
import type { Lane } from "./governor/budget.ts";
import type { Membership } from "./people.ts";

/** A call of an operation of one of the two APIs, for a person or a background job. */
export type Call = {
  membership: Membership;
  mode: Mode;
  api: Api;
  found: NamedOperation;
  params: Record<string, string>;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  lane?: Lane;
  /** True for a screen, which may get a response of a moment ago. Code that decides something needs a fresh one. */
  screen?: boolean;
  signal?: AbortSignal | undefined;
  requestId?: string;
  /** The key of the connection, if the request has already read it. */
  stored?: StoredKey | null;
  tab?: string | undefined;
  /** The actor in the audit; by default the person of the membership. */
  actor?: Actor;
  /** Called right before a write is sent, with the record before it. An error stops the write. */
  ready?: (before: unknown) => Promise<void>;
};

export type Answer = { status: number; body: unknown; rate: Record<string, string> };
