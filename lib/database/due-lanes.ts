// The beginning of a statement: finds the endpoints with due deliveries in one index step each, however many deliveries
// there are.
export const dueLanes = `with recursive lane as (
      (select endpoint_id from checkout.delivery where next_attempt_at is not null order by endpoint_id limit 1)
      union all
      select (
        select d.endpoint_id from checkout.delivery d
        where d.next_attempt_at is not null and d.endpoint_id > lane.endpoint_id order by d.endpoint_id limit 1
      ) from lane where lane.endpoint_id is not null
    )`;
