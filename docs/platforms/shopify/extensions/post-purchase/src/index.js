import {
  BlockStack,
  Button,
  CalloutBanner,
  extend,
  Heading,
  Image,
  Layout,
  Text,
  TextBlock,
} from "@shopify/post-purchase-ui-extensions";
import { offerAfter } from "./offer.js";
import { settings } from "./settings.js";

extend("Checkout::PostPurchase::ShouldRender", async ({ inputData, storage }) => {
  const offer = await offerAfter(settings, inputData).ask();
  await storage.update(offer);
  return { render: offer !== null };
});

extend("Checkout::PostPurchase::Render", (root, { storage, inputData, applyChangeset, done }) => {
  const offer = storage.initialData;
  const { words, product, title, price, final_price, currency } = offer;
  const money = (amount) => amount.toLocaleString(inputData.locale, { style: "currency", currency });
  const make = (...of) => root.createComponent(...of);

  const accept = make(Button, {
    async onPress() {
      accept.updateProps({ loading: true });
      decline.updateProps({ disabled: true });
      await offerAfter(settings, inputData)
        .accept(offer, applyChangeset)
        .catch(() => null);
      await done();
    },
  });
  accept.appendChild(root.createText(`${words.accept} · ${money(final_price)}`));
  const decline = make(Button, { plain: true, subdued: true, onPress: () => done() });
  decline.appendChild(root.createText(words.decline));

  const was = final_price < price ? [make(Text, { role: "deletion", subdued: true }, money(price)), " "] : [];
  const card = make(BlockStack, { spacing: "loose" }, [
    make(Heading, {}, title),
    make(TextBlock, {}, [...was, make(Text, { emphasized: true }, money(final_price))]),
    accept,
    decline,
  ]);
  const picture = product?.image_url ? [make(Image, { source: product.image_url, description: "" })] : [];
  root.appendChild(make(CalloutBanner, { title: words.post_purchase }));
  root.appendChild(make(Layout, { maxInlineSize: 0.9, sizes: [1, 1] }, [...picture, card]));
});
