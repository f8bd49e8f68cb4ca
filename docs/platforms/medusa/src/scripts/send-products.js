const { Modules } = require("@medusajs/framework/utils");
const { sendProduct } = require("../lib/send-product");

/** Sends all products that the shop has, for the first time. */
exports.default = async ({ container }) => {
  const products = await container.resolve(Modules.PRODUCT).listProducts({}, { select: ["id"], take: null });
  for (const { id } of products) await sendProduct(container, id);
  console.log(`Cartwright has ${products.length} products of this shop.`);
};
