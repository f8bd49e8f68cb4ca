const cart = "id code state totalWithTax lines { id quantity productVariant { id product { id } } }";
const withCart = `__typename ... on Order { ${cart} } ... on ErrorResult { errorCode message }`;

/** A shopper at Vendure's shop API. */
export function openTill(api) {
  let token = "";
  let isKnown = false;

  async function ask(query, variables) {
    const authorization = token && { authorization: `Bearer ${token}` };
    const headers = { "content-type": "application/json", ...authorization };
    const response = await fetch(api, { method: "POST", headers, body: JSON.stringify({ query, variables }) });
    token = response.headers.get("vendure-auth-token") ?? token;
    const { data, errors } = await response.json();
    if (errors) throw new Error(errors[0].message);
    const [result] = Object.values(data);
    if (result?.errorCode) throw new Error(result.transitionError || result.message);
    return result;
  }

  const read = async () => (await ask(`query { activeOrder { ${cart} } }`)) ?? { lines: [], totalWithTax: 0 };
  const variantOf = async (id) =>
    (await ask("query ($id: ID!) { product(id: $id) { variants { id } } }", { id })).variants[0].id;

  /** Before the offer is accepted, as each of these steps would price all lines again. */
  async function tellAddress() {
    const emailAddress = `shopper-${Math.random().toString(36).slice(2)}@example.com`;
    await ask(`mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { ${withCart} } }`, {
      input: { firstName: "Ida", lastName: "Holm", emailAddress },
    });
    await ask(`mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { ${withCart} } }`, {
      input: { streetLine1: "Ferry Street 1", countryCode: "DE" },
    });
    const [{ id }] = await ask("query { eligibleShippingMethods { id } }");
    await ask(`mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { ${withCart} } }`, { id });
  }

  return {
    async products() {
      const { items } = await ask("query { products { items { id name variants { id priceWithTax } } } }");
      return items.map(({ id, name, variants }) => ({ id, title: name, price: variants[0].priceWithTax }));
    },

    async add(product) {
      const query = `mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ${withCart} } }`;
      await ask(query, { id: await variantOf(product) });
      if (!isKnown) await tellAddress();
      isKnown = true;
    },

    accept: (ticket) => ask("mutation ($ticket: String!) { acceptOffer(ticket: $ticket) { id } }", { ticket }),

    async smuggle(product, ticket) {
      const fields = "customFields: { cartwrightTicket: $ticket }";
      const query = `mutation ($id: ID!, $ticket: String!) { addItemToOrder(productVariantId: $id, quantity: 1, ${fields}) { ${withCart} } }`;
      await ask(query, { id: await variantOf(product), ticket });
    },

    async setQuantity(product, quantity) {
      const { lines } = await read();
      const { id } = lines.find(({ productVariant }) => productVariant.product.id === product);
      const query = `mutation ($id: ID!, $quantity: Int!) { adjustOrderLine(orderLineId: $id, quantity: $quantity) { ${withCart} } }`;
      await ask(query, { id, quantity });
    },

    async cart() {
      const { lines, totalWithTax } = await read();
      return { products: lines.map(({ productVariant }) => productVariant.product.id), total: totalWithTax };
    },

    async pay({ click = null, visitor = null } = {}) {
      await ask(`mutation ($input: UpdateOrderInput!) { setOrderCustomFields(input: $input) { ${withCart} } }`, {
        input: { customFields: { cartwrightClick: click, cartwrightVisitor: visitor } },
      });
      const failed = "... on OrderStateTransitionError { transitionError }";
      await ask(`mutation { transitionOrderToState(state: "ArrangingPayment") { ${withCart} ${failed} } }`);
      const { code, totalWithTax } = await ask(
        `mutation { addPaymentToOrder(input: { method: "test-card", metadata: {} }) { ${withCart} } }`,
      );
      return { id: code, number: code, total: totalWithTax };
    },
  };
}
