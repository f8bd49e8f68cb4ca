const { defineMiddlewares, validateAndTransformQuery } = require("@medusajs/framework/http");
const { MedusaError } = require("@medusajs/framework/utils");
const { retrieveTransformQueryConfig } = require("@medusajs/medusa/api/store/carts/query-config");
const { StoreGetCartsCart } = require("@medusajs/medusa/api/store/carts/validators");
const { restorePricesWorkflow } = require("../workflows/restore-prices");

/** The shopper sees the price first: the cart is completed at the next request. */
async function withoutStaleOffers(request, _response, next) {
  const { result } = await restorePricesWorkflow(request.scope).run({ input: { cart_id: request.params.id } });
  if (result.length === 0) return next();
  const message = "An offer in the cart has expired or was changed. Its products cost their full price again.";
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, message, "offer_expired");
}

module.exports = {
  default: defineMiddlewares({
    routes: [
      { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [withoutStaleOffers] },
      {
        matcher: "/store/carts/:id/offers",
        methods: ["POST"],
        middlewares: [validateAndTransformQuery(StoreGetCartsCart, retrieveTransformQueryConfig)],
      },
    ],
  }),
};
