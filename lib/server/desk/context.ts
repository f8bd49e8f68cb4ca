import "server-only";
import type { Mode } from "../connections.ts";
import type { Membership } from "../people.ts";

/** What a desk operation knows of its caller. */
export type DeskContext = { membership: Membership; mode: Mode; requestId?: string; tab?: string | undefined };
