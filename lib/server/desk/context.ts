import "server-only";
import type { Mode } from "../connections.ts";
import type { Place } from "../jobs/place.ts";
import type { Membership } from "../people.ts";

export type DeskContext = { membership: Membership; mode: Mode; requestId?: string; tab?: string | undefined };

export function placeOf({ membership, mode }: DeskContext): Place {
  const { id, name } = membership.person;
  return { membership, mode, lane: "visible", actor: { kind: "person", id, name } };
}
