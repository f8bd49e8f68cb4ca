// The block in the editor: the place, and a choice of which one it is. No offer is shown here, because there is no cart.

const { blockEditor, blocks, components, element, i18n } = window.wp;
const { createElement } = element;
const { __ } = i18n;

function Edit({ attributes: { placement }, setAttributes }) {
  const label = __("Cartwright offer", "cartwright");
  const choice = createElement(components.SelectControl, {
    label: __("Offers for", "cartwright"),
    options: [
      { value: "cart", label: __("Cart", "cartwright") },
      { value: "checkout", label: __("Checkout", "cartwright") },
      { value: "product", label: __("Product page", "cartwright") },
      { value: "thank_you", label: __("Thank-you page", "cartwright") },
    ],
    value: placement,
    onChange: (value) => setAttributes({ placement: value }),
  });
  const place = createElement(components.Placeholder, { icon: "tag", label }, choice);
  return createElement("div", blockEditor.useBlockProps(), place);
}

blocks.registerBlockType("cartwright/offers", { edit: Edit, save: () => null });
