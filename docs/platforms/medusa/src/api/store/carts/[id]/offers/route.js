const { ContainerRegistrationKeys, MedusaError } = require("@medusajs/framework/utils");
const { addOfferWorkflow } = require("../../../../../workflows/add-offer");

/** Adds the products of a ticket at its price. A ticket that is not valid adds nothing. */
exports.POST = async (request, response) => {
  const { ticket } = request.body ?? {};
  if (typeof ticket !== "string") throw new MedusaError(MedusaError.Types.INVALID_DATA, "ticket must be a text.");
  const { id } = request.params;
  await addOfferWorkflow(request.scope).run({ input: { cart_id: id, ticket } });
  const query = request.scope.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "cart", fields: request.queryConfig.fields, filters: { id } });
  response.json({ cart: data[0] });
};
