const { Modules } = require("@medusajs/framework/utils");
const sdk = require("@medusajs/framework/workflows-sdk");
const { acquireLockStep, refreshCartItemsWorkflow, releaseLockStep } = require("@medusajs/medusa/core-flows");
const { readCart, staleLines } = require("../lib/stale-lines");

const findStaleLinesStep = sdk.createStep("cartwright-find-stale-lines", async ({ cart_id }, { container }) => {
  const lines = await staleLines(container, await readCart(container, cart_id));
  return new sdk.StepResponse(lines.map(({ id, metadata }) => ({ id, metadata })));
});

const dropTicketsStep = sdk.createStep(
  "cartwright-drop-tickets",
  async (lines, { container }) => {
    await update(container, lines, (metadata) => ({
      is_custom_price: false,
      metadata: { ...metadata, cw_ticket: "" },
    }));
    return new sdk.StepResponse(lines.length, lines);
  },
  async (lines, { container }) => {
    if (lines) await update(container, lines, (metadata) => ({ is_custom_price: true, metadata }));
  },
);

const update = (container, lines, change) =>
  container.resolve(Modules.CART).updateLineItems(lines.map(({ id, metadata }) => ({ id, ...change(metadata) })));

/** Lines whose ticket no longer holds cost the price of the shop again. */
exports.restorePricesWorkflow = sdk.createWorkflow("cartwright-restore-prices", (input) => {
  const stale = findStaleLinesStep(input);
  sdk
    .when("has-stale-lines", { stale }, ({ stale }) => stale.length > 0)
    .then(() => {
      acquireLockStep({ key: input.cart_id, timeout: 2, ttl: 10 });
      dropTicketsStep(stale);
      refreshCartItemsWorkflow.runAsStep({ input: { cart_id: input.cart_id, force_refresh: true } });
      releaseLockStep({ key: input.cart_id });
    });
  return new sdk.WorkflowResponse(stale);
});
