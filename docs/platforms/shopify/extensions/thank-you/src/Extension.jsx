import "@shopify/ui-extensions/preact";
import { render } from "preact";
import { useState } from "preact/hooks";
import { offerFor } from "./offer.js";

export default async () => {
  const { settings, orderConfirmation, lines, localization, shop } = shopify;
  const { address, key } = settings.value;
  if (!address || !key) return;
  const offers = offerFor({
    settings: { address, key },
    order: orderConfirmation.value.order.id,
    lines: lines.value,
    language: localization.language.value.isoCode,
    storefront: shop.storefrontUrl ?? `https://${shop.myshopifyDomain}`,
  });
  const offer = await offers.ask().catch(() => null);
  if (offer) render(<Offer offer={offer} offers={offers} />, document.body);
};

function Offer({ offer, offers }) {
  const { words, product, title, price, final_price, currency } = offer;
  const [state, setState] = useState("open");
  const [link, setLink] = useState(null);
  const money = (amount) => shopify.i18n.formatCurrency(amount, { currency });
  const accept = async () => {
    setState("pending");
    const made = await offers.accept(offer).catch(() => null);
    setLink(made);
    setState(made ? "done" : "failed");
  };
  return (
    <s-section heading={words.thank_you}>
      <s-stack direction="inline" gap="base" alignItems="center">
        {product?.image_url && <s-product-thumbnail src={product.image_url} alt="" />}
        <s-stack gap="small-200">
          <s-text>{title}</s-text>
          <s-stack direction="inline" gap="small-200">
            {final_price < price && <s-text type="redundant">{money(price)}</s-text>}
            <s-text type="strong">{money(final_price)}</s-text>
          </s-stack>
        </s-stack>
      </s-stack>
      {link ? (
        <s-button href={link}>{words.accept}</s-button>
      ) : (
        <s-button onClick={accept} loading={state === "pending"}>
          {words.accept}
        </s-button>
      )}
      {state === "failed" && <s-text tone="critical">{words.failed}</s-text>}
    </s-section>
  );
}
