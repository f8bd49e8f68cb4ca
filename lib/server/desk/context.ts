import "server-only";
import type { Mode } from "../connections.ts";
import type { Place } from "../jobs/place.ts";
import type { Membership } from "../people.ts";

/** What a desk operation knows about its caller. */
export type DeskContext = { membership: Membership; mode: Mode; requestId?: string; tab?: string | undefined };

/** For reads on the caller's behalf, in the lane of a page. */
export function placeOf({ membership, mode }: DeskContext): Place {
  const { id, name } = membership.person;
  return { membership, mode, lane: "visible", actor: { kind: "person", id, name } };
}
