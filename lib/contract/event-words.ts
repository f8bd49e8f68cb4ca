// The specification has the checkout events only.

export const affiliateEventMeanings = {
  "affiliate.applied": "Affiliate applied and is waiting for a decision",
  "affiliate.approved": "Affiliate was approved",
  "commission.created": "Commission was earned or clawed back",
  "commission.approved": "Commission was approved",
  "commission.rejected": "Commission was rejected",
  "commission.reversed": "Commission was taken back in whole or in part because its order changed",
  "payout.created": "Payout was created and its commissions reserved",
  "payout.paid": "Payout was paid",
  "payout.failed": "Payout failed before it was paid",
  "payout.returned": "Payout was paid and then returned by the bank",
} as const;

export const eventMeanings = {
  "upsell.accepted": "Customer accepted an upsell offer",
  "upsell.declined": "Customer declined an upsell offer",
  "bundle.purchased": "Bundle was purchased",
  "experiment.concluded": "A/B test reached significance",
  "order.edited": "Customer edited their order",
  "order.cancelled": "Customer cancelled their order",
  "subscription.created": "Subscription upsell converted",
  ...affiliateEventMeanings,
} as const;

export type EventType = keyof typeof eventMeanings;

export const eventTypes = Object.keys(eventMeanings) as [EventType, ...EventType[]];

export const affiliateEventTypes = eventTypes.filter((type) => type in affiliateEventMeanings);

/** The only events that another implementation can be asked for. */
export const specifiedEventTypes = eventTypes.filter((type) => !(type in affiliateEventMeanings));

export const signatureHeader = "X-Service-Signature";
export const signaturePrefix = "sha256=";

export const successCodes: readonly number[] = [200, 201, 202, 204];
export const receiverTimeoutSeconds = 30;
/** Seconds before each attempt, counted from the previous failure and not from the event: our reading of "later". */
export const attemptDelays: readonly number[] = [0, 300, 1800, 7200, 86_400];
export const maxAttempts = attemptDelays.length;
