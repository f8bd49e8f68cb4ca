const { completeCartWorkflow } = require("@medusajs/medusa/core-flows");
const { MedusaError } = require("@medusajs/framework/utils");
const { staleLines } = require("../../lib/stale-lines");

/** Of a completion that does not come through the store API, such as by the webhook of a payment provider. */
completeCartWorkflow.hooks.validate(async ({ cart }, { container }) => {
  const stale = await staleLines(container, cart);
  if (stale.length === 0) return;
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "The price of an offer in the cart no longer holds.",
    "offer_expired",
  );
});
