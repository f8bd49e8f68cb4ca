// The specification shows "delivered"; the others are our choice. A failed delivery is retried, an exhausted one is
// not, and a held one waits for a disabled endpoint.
export const deliveryStatuses = ["pending", "delivered", "failed", "exhausted", "held"] as const;
/** Unknown after a crash between sending and storing the response; the event is then sent again. */
export const attemptOutcomes = ["running", "delivered", "failed", "unknown"] as const;
/** The service itself pauses an endpoint whose receiver answers 410 Gone. */
export const endpointStates = ["enabled", "disabled", "paused"] as const;
export const phases = ["dns", "connect", "tls", "first_byte", "body"] as const;

/** An endpoint with a lower share of delivered events needs attention. */
export const healthyRate = 0.95;
