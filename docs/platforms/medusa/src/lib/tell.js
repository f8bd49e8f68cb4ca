const { ContainerRegistrationKeys } = require("@medusajs/framework/utils");
const { reportOrder } = require("./report-order");
const { sendProduct } = require("./send-product");

const senders = { order: reportOrder, product: sendProduct };

/** Kept until Cartwright has it, so that a failure or a restart loses nothing. */
async function tell(container, kind, of) {
  await send(container, await container.resolve("cartwright").createCartwrightReports({ kind, of }));
}

/** Resolves to whether Cartwright responded. */
async function send(container, { id, kind, of }) {
  const cartwright = container.resolve("cartwright");
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  try {
    await senders[kind](container, of);
  } catch (error) {
    const { ShopError } = await cartwright.helper();
    const responded = error instanceof ShopError && error.status > 0 && error.status < 500 && error.status !== 429;
    if (!responded) {
      logger.warn(`Cartwright was not told of the ${kind} ${of} yet. ${error.message}`);
      return !(error instanceof ShopError);
    }
    logger.error(`Cartwright rejected the ${kind} ${of}. ${error.message}`);
  }
  await cartwright.deleteCartwrightReports(id);
  return true;
}

module.exports = { send, tell };
