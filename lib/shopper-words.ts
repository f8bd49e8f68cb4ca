import type { OfferTexts, OfferWords } from "./contract/checkout/offer-text-words.ts";

/** What the shop’s script says to shoppers where neither the store nor an offer says something else. `%` stands for an amount. */
const words = {
  en: {
    cart: "Goes well with your cart",
    checkout: "Add before you pay",
    post_purchase: "Your order is placed. One more thing?",
    thank_you: "Thank you! Before you go",
    other: "You may also like",
    bundle: "Buy together",
    choose: "Choose % more.",
    more: "Add %",
    fewer: "Remove %",
    accept: "Add to order",
    decline: "No, thank you",
    free: "Free",
    save: "You save %",
    off: "% off",
    added: "Added.",
    failed: "Not added. Try again.",
    preview: "Preview: nothing is added",
    quantity: "Quantity",
    tax_included: "incl. tax",
    tax_excluded: "plus tax",
  },
  de: {
    cart: "Passt gut zu Ihrem Warenkorb",
    checkout: "Vor dem Bezahlen hinzufügen",
    post_purchase: "Ihre Bestellung ist eingegangen. Noch etwas?",
    thank_you: "Vielen Dank! Bevor Sie gehen",
    other: "Das könnte Ihnen auch gefallen",
    bundle: "Zusammen kaufen",
    choose: "Noch % auswählen.",
    more: "% hinzufügen",
    fewer: "% entfernen",
    accept: "Zur Bestellung hinzufügen",
    decline: "Nein, danke",
    free: "Kostenlos",
    save: "Sie sparen %",
    off: "% Rabatt",
    added: "Hinzugefügt.",
    failed: "Nicht hinzugefügt. Versuchen Sie es erneut.",
    preview: "Vorschau: Nichts wird hinzugefügt",
    quantity: "Menge",
    tax_included: "inkl. MwSt.",
    tax_excluded: "zzgl. MwSt.",
  },
  ja: {
    cart: "ご一緒にいかがですか",
    checkout: "お支払い前に追加できます",
    post_purchase: "ご注文が完了しました。こちらもいかがですか？",
    thank_you: "ありがとうございます。最後にこちらはいかがですか",
    other: "こちらもおすすめです",
    bundle: "セットで購入",
    choose: "あと%点お選びください。",
    more: "%を1点追加",
    fewer: "%を1点減らす",
    accept: "注文に追加",
    decline: "今回は見送る",
    free: "無料",
    save: "%お得",
    off: "%オフ",
    added: "追加しました。",
    failed: "追加できませんでした。もう一度お試しください。",
    preview: "プレビュー：追加なし",
    quantity: "数量",
    tax_included: "税込",
    tax_excluded: "税別",
  },
};

type Built = (typeof words)["en"];
type ShopperWords = Built & Pick<OfferWords, "text">;

export const builtInLanguages: readonly string[] = Object.keys(words);

/** Where a headline stands: that of a placement, or of any other one. */
const titles = ["cart", "checkout", "post_purchase", "thank_you", "other"] as const;

/** The language and the region of a page, such as `de-at`. */
const localeOf = (page: string) => /^[a-z]*(-[a-z]{2}\b)?/.exec(page.toLowerCase())?.[0] ?? "";

/** What is written for the language of a page. That of its region comes before that of the language alone. */
export function wordsIn(texts: OfferTexts, page: string): (OfferWords & { language: string }) | null {
  const wanted = `${page.toLowerCase()}-`;
  const found = Object.keys(texts).filter((language) => wanted.startsWith(`${language.toLowerCase()}-`));
  if (found.length === 0) return null;
  const inOrder = found.sort((a, b) => a.length - b.length).map((language) => texts[language]);
  return Object.assign({ language: localeOf(page) }, ...inOrder);
}

/** In the language of the page, and in English for pages of another one. `texts` are the store’s own. */
export function wordsFor(page: string, texts: OfferTexts = {}): { language: string; words: ShopperWords } {
  const locale = localeOf(page);
  const known = builtInLanguages.find((language) => language === locale.split("-")[0]);
  const { language = known ? locale : "en", headline, ...own } = wordsIn(texts, page) ?? {};
  const headlines = headline ? Object.fromEntries(titles.map((title) => [title, headline])) : {};
  return { language, words: { ...words[(known ?? "en") as "en"], ...headlines, ...own } as ShopperWords };
}

export const titleIn = (words: ShopperWords, placement: string): string =>
  words[titles.find((title) => title === placement) ?? "other"];
