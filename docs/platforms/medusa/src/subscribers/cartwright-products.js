const { Modules } = require("@medusajs/framework/utils");
const { tell } = require("../lib/tell");

exports.default = async function tellOfProduct({ event: { name, data }, container }) {
  const id = name.startsWith("product-variant.") ? await productOf(container, data.id) : data.id;
  if (id) await tell(container, "product", id);
};

async function productOf(container, id) {
  const [variant] = await container.resolve(Modules.PRODUCT).listProductVariants({ id }, { withDeleted: true });
  return variant?.product_id;
}

const changes = ["created", "updated", "deleted"];
exports.config = { event: ["product", "product-variant"].flatMap((what) => changes.map((how) => `${what}.${how}`)) };
