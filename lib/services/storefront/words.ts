/** What the shop’s script says to shoppers. `%` stands for an amount. */
const words = {
  en: {
    cart: "Goes well with your cart",
    checkout: "Add before you pay",
    post_purchase: "Your order is placed. One more thing?",
    thank_you: "Thank you! Before you go",
    other: "You may also like",
    bundle: "Buy together",
    accept: "Add to order",
    decline: "No, thank you",
    free: "Free",
    save: "You save %",
    off: "% off",
    added: "Added.",
    failed: "Not added. Try again.",
    preview: "Preview: nothing is added",
  },
  de: {
    cart: "Passt gut zu Ihrem Warenkorb",
    checkout: "Vor dem Bezahlen hinzufügen",
    post_purchase: "Ihre Bestellung ist eingegangen. Noch etwas?",
    thank_you: "Vielen Dank! Bevor Sie gehen",
    other: "Das könnte Ihnen auch gefallen",
    bundle: "Zusammen kaufen",
    accept: "Zur Bestellung hinzufügen",
    decline: "Nein, danke",
    free: "Kostenlos",
    save: "Sie sparen %",
    off: "% Rabatt",
    added: "Hinzugefügt.",
    failed: "Nicht hinzugefügt. Versuchen Sie es erneut.",
    preview: "Vorschau: Nichts wird hinzugefügt",
  },
  ja: {
    cart: "ご一緒にいかがですか",
    checkout: "お支払い前に追加できます",
    post_purchase: "ご注文が完了しました。こちらもいかがですか？",
    thank_you: "ありがとうございます。最後にこちらはいかがですか",
    other: "こちらもおすすめです",
    bundle: "セットで購入",
    accept: "注文に追加",
    decline: "今回は見送る",
    free: "無料",
    save: "%お得",
    off: "%オフ",
    added: "追加しました。",
    failed: "追加できませんでした。もう一度お試しください。",
    preview: "プレビュー：追加なし",
  },
};

/** In the language of the page, and in English for pages of another one. */
export function wordsFor(page: string | undefined) {
  if (page === undefined) return {};
  const [language, base] = /^(de|en|ja)\b(-\w\w\b)?/.exec(page.toLowerCase()) ?? ["en", "en"];
  return { language, words: words[base as keyof typeof words] };
}
