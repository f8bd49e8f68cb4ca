// Words of webhooks, separate from the operations, so that lists can use them without loading those.

/**
 * The specification shows "delivered"; the others are our choice. A failed delivery will be retried, an exhausted one
 * will not, and a held one waits for a disabled endpoint.
 */
export const deliveryStatuses = ["pending", "delivered", "failed", "exhausted", "held"] as const;
/**
 * Outcomes of one attempt. A crash between sending and storing the response leaves it unknown, and the event is sent
 * again.
 */
export const attemptOutcomes = ["running", "delivered", "failed", "unknown"] as const;
/** The service pauses an endpoint itself when its receiver answers 410 Gone. */
export const endpointStates = ["enabled", "disabled", "paused"] as const;
/** The stages of an attempt, in order. */
export const phases = ["dns", "connect", "tls", "first_byte", "body"] as const;

/** Fields that screens know by name. Other fields of an API are shown as they are. */
export const knownWebhookFields = [
  ...(["id", "url", "events", "signing_secret", "enabled", "state", "paused_reason"] as const),
  ...(["previous_secret_until", "created_at", "updated_at", "health"] as const),
] as const;
export const knownWebhookLogFields = [
  ...(["id", "event_id", "event_type", "status", "response_code", "duration_ms", "created_at"] as const),
  ...(["attempts", "next_attempt_at", "error", "replay", "test"] as const),
] as const;
