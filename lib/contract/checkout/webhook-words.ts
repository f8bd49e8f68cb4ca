// Words of webhooks, apart from the operations, so that a list can speak them without loading those.

/**
 * The specification shows "delivered"; the others are ours. A failed delivery is tried again, an exhausted one is not;
 * held ones wait for an endpoint that is off.
 */
export const deliveryStatuses = ["pending", "delivered", "failed", "exhausted", "held"] as const;
/** Of one attempt. A crash between sending and noting the answer leaves it unknown, and the event is sent again. */
export const attemptOutcomes = ["running", "delivered", "failed", "unknown"] as const;
/** Paused is ours to do: a receiver that answered 410 is gone. */
export const endpointStates = ["enabled", "disabled", "paused"] as const;
/** Stages of an attempt, in their order. */
export const phases = ["dns", "connect", "tls", "first_byte", "body"] as const;

/** What a screen knows by name; everything else an API tells is shown as it comes. */
export const knownWebhookFields = [
  ...(["id", "url", "events", "signing_secret", "enabled", "state", "paused_reason"] as const),
  ...(["previous_secret_until", "created_at", "updated_at", "health"] as const),
] as const;
export const knownWebhookLogFields = [
  ...(["id", "event_id", "event_type", "status", "response_code", "duration_ms", "created_at"] as const),
  ...(["attempts", "next_attempt_at", "error", "replay", "test"] as const),
] as const;
