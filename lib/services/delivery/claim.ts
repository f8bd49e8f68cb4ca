import type { Database } from "../../database/client.ts";

/** One sending that is ours until its lease ends. */
export type Claimed = {
  tenant_id: number;
  id: string;
  endpoint_id: string;
  event_id: string;
  lease_token: string;
  /** The number of this attempt, and how many have failed before it. */
  number: number;
  failures: number;
  test: boolean;
  body: string;
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  /** Seconds since 1970, by the database's clock. */
  started: number;
};

export type ClaimOptions = {
  batch: number;
  leaseSeconds: number;
  /** How many sendings an endpoint that works may have under way at once, in all processes together. */
  perEndpoint: number;
  /** How deep into each endpoint's queue to reach. */
  depth: number;
};

/** How many for one that fails or hangs: enough to notice that it works again. */
const perFailing = 2;
const slowSeconds = 5;

// Any number that nothing else in this database locks on.
const claimLock = 724_091_150;

/**
 * Takes what is due, evenly: first from endpoints that work, first the first sendings and retries, and of these first
 * from whoever has the least under way. Claims take turns, so that the limits hold across processes. It is one message
 * of two statements: a process that stalls cannot keep the lock, and the second statement sees what the last claim did.
 *
 * A claim moves `next_attempt_at` to the end of the lease: if nobody comes back, it is simply due again.
 */
export async function claim(db: Database, options: ClaimOptions): Promise<Claimed[]> {
  const batch = Math.floor(options.batch);
  const { leaseSeconds, perEndpoint, depth } = options;
  const answers = (await db.$client.query(`
    select pg_advisory_xact_lock(${claimLock});
    with recursive lane as (
      (select endpoint_id from checkout.delivery where next_attempt_at is not null order by endpoint_id limit 1)
      union all
      select (
        select d.endpoint_id from checkout.delivery d
        where d.next_attempt_at is not null and d.endpoint_id > lane.endpoint_id order by d.endpoint_id limit 1
      ) from lane where lane.endpoint_id is not null
    ), room as (
      select endpoint.id, under_way.busy, under_way.busy_bulk, state.fails,
        case when state.fails then ${perFailing} else ${perEndpoint} end as cap
      from lane
      join checkout.webhook_endpoint endpoint on endpoint.id = lane.endpoint_id
      left join checkout.endpoint_health health
        on health.tenant_id = endpoint.tenant_id and health.endpoint_id = endpoint.id
      cross join lateral (
        select count(*)::int as busy, count(*) filter (where bulk)::int as busy_bulk, min(lease_until) as oldest
        from checkout.delivery d
        where d.endpoint_id = endpoint.id and d.lease_token is not null and d.lease_until > now()
      ) under_way
      cross join lateral (
        select coalesce(health.failures_in_row > 0, false)
          or coalesce(under_way.oldest < now() + ${seconds(leaseSeconds - slowSeconds)}, false) as fails
      ) state
      where endpoint.state = 'enabled' and endpoint.deleted_at is null
    ), candidate as (
      select due.*, room.fails, false as bulk, room.busy + row_number() over (partition by room.id) as place
      from room cross join lateral (
        select d.tenant_id, d.id from checkout.delivery d
        where d.endpoint_id = room.id and not d.bulk and d.next_attempt_at <= now()
        order by d.next_attempt_at limit least(greatest(room.cap - room.busy, 0), ${depth})
        for update skip locked
      ) due
      union all
      select due.*, room.fails, true, room.busy + row_number() over (partition by room.id)
      from room cross join lateral (
        select d.tenant_id, d.id from checkout.delivery d
        where d.endpoint_id = room.id and d.bulk and d.next_attempt_at <= now()
        order by d.next_attempt_at
        limit least(greatest(least(room.cap - room.busy, room.cap / 2 - room.busy_bulk), 0), ${depth})
        for update skip locked
      ) due
    ), chosen as (
      select tenant_id, id from candidate order by fails, bulk, place, random() limit ${batch}
    ), leased as (
      update checkout.delivery d
      set lease_token = gen_random_uuid(), lease_until = now() + ${seconds(leaseSeconds)},
        next_attempt_at = now() + ${seconds(leaseSeconds)}, attempts = d.attempts + 1
      from chosen where d.tenant_id = chosen.tenant_id and d.id = chosen.id
      returning d.*
    ), noted as (
      insert into checkout.attempt (tenant_id, delivery_id, number, started_at)
      select tenant_id, id, attempts, now() from leased
    )
    ${claimedColumns("leased")}`)) as unknown as { rows: Claimed[] }[];
  return answers[1]?.rows ?? [];
}

/** What a sender has to know, of rows that were just leased. */
export function claimedColumns(leased: string): string {
  return `
    select d.tenant_id, d.id, d.endpoint_id, d.event_id, d.lease_token, d.attempts as number, d.failures, d.test,
      event.body, endpoint.url, endpoint.secret,
      case when endpoint.previous_secret_until > now() then endpoint.previous_secret end as previous_secret,
      extract(epoch from now())::float8 as started
    from ${leased} d
    join checkout.event on event.tenant_id = d.tenant_id and event.id = d.event_id
    join checkout.webhook_endpoint endpoint on endpoint.tenant_id = d.tenant_id and endpoint.id = d.endpoint_id`;
}

const seconds = (value: number) => `interval '${Number(value)} seconds'`;
