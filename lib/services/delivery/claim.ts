import type { PoolClient } from "pg";
import type { Database } from "../../database/client.ts";
import { dueLanes } from "../../database/due-work.ts";

/** A delivery that this worker may send until its lease ends. */
export type Claimed = {
  tenant_id: number;
  id: string;
  endpoint_id: string;
  event_id: string;
  lease_token: string;
  /** The number of this attempt; `failures` counts the failed ones before it. */
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
  /** How many deliveries a healthy endpoint may have in progress at once, across all processes. */
  perEndpoint: number;
  depth: number;
};

/** How many deliveries an endpoint that fails or hangs may have in progress: enough to notice when it works again. */
const perFailing = 2;
const slowSeconds = 5;

// Must differ from all other advisory locks in this database.
const claimLock = 724_091_150;

// Claims are fair: healthy endpoints first, then first attempts and retries before replays, then the endpoints with the
// fewest deliveries in progress. They run one at a time, so that the limits hold across processes. Lock and claim are
// one message: a stalled process cannot keep the lock, and the claim sees the previous one.
export async function claim(db: Database, options: ClaimOptions): Promise<Claimed[]> {
  const { batch, leaseSeconds, perEndpoint, depth } = options;
  const client = await db.$client.connect();
  try {
    if (!prepared.has(client)) await client.query(`prepare claim (int, float8, int, int) as ${statement}`);
    prepared.add(client);
    const values = [batch, leaseSeconds, perEndpoint, depth].map(Number).join(", ");
    const answers = (await client.query(`
      select pg_advisory_xact_lock(${claimLock});
      execute claim (${values})`)) as unknown as { rows: Claimed[] }[];
    return answers[1]?.rows ?? [];
  } finally {
    client.release();
  }
}

// This statement takes longer to plan than to run, so it is prepared once per connection.
const prepared = new WeakSet<PoolClient>();
const unleased = `not exists (
  select from checkout.lease where lease.tenant_id = d.tenant_id and lease.delivery_id = d.id and lease.until > now())`;
const statement = `
    ${dueLanes}, room as (
      select endpoint.id, under_way.busy, under_way.busy_bulk, state.fails,
        case when state.fails then ${perFailing} else $3 end as cap
      from lane
      join checkout.webhook_endpoint endpoint on endpoint.id = lane.endpoint_id
      left join checkout.endpoint_health health
        on health.tenant_id = endpoint.tenant_id and health.endpoint_id = endpoint.id
      cross join lateral (
        select count(*)::int as busy, count(*) filter (where bulk)::int as busy_bulk, min(until) as oldest
        from checkout.lease where lease.endpoint_id = endpoint.id and until > now()
      ) under_way
      cross join lateral (
        select coalesce(health.failures_in_row > 0, false)
          or coalesce(under_way.oldest < now() + make_interval(secs => $2 - ${slowSeconds}), false) as fails
      ) state
      where endpoint.state = 'enabled' and endpoint.deleted_at is null
    ), candidate as (
      select due.*, room.fails, false as bulk, room.busy + row_number() over (partition by room.id) as place
      from room cross join lateral (
        select d.tenant_id, d.id from checkout.delivery d
        where d.endpoint_id = room.id and not d.bulk and d.next_attempt_at <= now() and ${unleased}
        order by d.next_attempt_at limit least(greatest(room.cap - room.busy, 0), $4)
      ) due
      union all
      select due.*, room.fails, true, room.busy + row_number() over (partition by room.id)
      from room cross join lateral (
        select d.tenant_id, d.id from checkout.delivery d
        where d.endpoint_id = room.id and d.bulk and d.next_attempt_at <= now() and ${unleased}
        order by d.next_attempt_at
        limit least(greatest(least(room.cap - room.busy, room.cap / 2 - room.busy_bulk), 0), $4)
      ) due
    ), chosen as materialized (
      select tenant_id, id from candidate order by fails, bulk, place, random() limit $1
    ), stale as (
      select lease.* from chosen join checkout.lease on lease.tenant_id = chosen.tenant_id and lease.delivery_id = chosen.id
      for update of lease skip locked
    ), unknown as (
      insert into checkout.attempt (tenant_id, delivery_id, number, started_at)
      select tenant_id, delivery_id, number, started_at from stale
      on conflict do nothing
    ), taken as (
      update checkout.lease
      set token = gen_random_uuid(), until = now() + make_interval(secs => $2), number = stale.number + 1,
        started_at = now()
      from stale where lease.tenant_id = stale.tenant_id and lease.delivery_id = stale.delivery_id
      returning lease.*
    ), fresh as (
      insert into checkout.lease (tenant_id, delivery_id, endpoint_id, bulk, token, until, number, started_at)
      select d.tenant_id, d.id, d.endpoint_id, d.bulk, gen_random_uuid(), now() + make_interval(secs => $2),
        d.attempts + 1, now()
      from chosen join checkout.delivery d on d.tenant_id = chosen.tenant_id and d.id = chosen.id
      where not exists (
        select from checkout.lease where lease.tenant_id = d.tenant_id and lease.delivery_id = d.id)
      returning *
    ), leased as (
      select * from fresh union all select * from taken
    )
    ${claimedColumns("leased")}`;

export function claimedColumns(leased: string): string {
  return `
    select d.tenant_id, d.id, d.endpoint_id, d.event_id, lease.token as lease_token, lease.number, d.failures, d.test,
      event.body, endpoint.url, endpoint.secret,
      case when endpoint.previous_secret_until > now() then endpoint.previous_secret end as previous_secret,
      extract(epoch from lease.started_at)::float8 as started
    from ${leased} lease
    join checkout.delivery d on d.tenant_id = lease.tenant_id and d.id = lease.delivery_id
    join checkout.event on event.tenant_id = d.tenant_id and event.id = d.event_id
    join checkout.webhook_endpoint endpoint on endpoint.tenant_id = d.tenant_id and endpoint.id = d.endpoint_id`;
}
