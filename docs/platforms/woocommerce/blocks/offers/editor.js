// The block in the editor: the place, and a choice of which one it is. No offer is shown here, because there is no cart.
(({ blockEditor, blocks, components, element, i18n }) => {
  const { createElement } = element;
  const { __ } = i18n;
  const options = [
    { value: "cart", label: __("Cart", "cartwright") },
    { value: "checkout", label: __("Checkout", "cartwright") },
    { value: "product", label: __("Product page", "cartwright") },
    { value: "thank_you", label: __("Thank-you page", "cartwright") },
  ];

  blocks.registerBlockType("cartwright/offers", {
    edit({ attributes: { placement }, setAttributes }) {
      const choice = createElement(components.SelectControl, {
        label: __("Offers for", "cartwright"),
        options,
        value: placement,
        onChange: (value) => setAttributes({ placement: value }),
      });
      const { Placeholder } = components;
      return createElement(
        "div",
        blockEditor.useBlockProps(),
        createElement(Placeholder, { icon: "tag", label: __("Cartwright offer", "cartwright") }, choice),
      );
    },
    save: () => null,
  });
})(window.wp);
