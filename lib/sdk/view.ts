import type { Bundle, Offer, Options, OwnWords, Product, Variant } from "./types.ts";
import { speak, type Texts } from "./words.ts";

/** The build puts the style sheet here. */
declare const shopStyles: string;
const styles = shopStyles;

type Prices = "price" | "compare_at_price" | "final_price" | "quantity";
type Shown = Pick<Offer, Prices | "product_id" | "placement" | "product" | "currency">;
export type Card = Shown & {
  discount?: Offer["discount"];
  items?: string[] | undefined;
  preview?: string | null;
  variants?: Variant[];
  words?: OwnWords;
  /** What the shopper fills in before accepting. */
  fields?(kit: Kit): HTMLElement;
  accept(chosen?: Variant, quantity?: number): Promise<unknown>;
  decline?(): void;
  /** Once the card is gone, for one that follows it. */
  answered?(how: "accepted" | "declined"): void;
};

/** What a part of the script needs to draw fields in a card. */
export type Kit = Pick<ReturnType<typeof speak>, "say" | "money" | "fill"> & {
  element: typeof element;
  /** Accepts nothing as long as it is `aria-disabled`. */
  accept: HTMLElement;
  cost: HTMLElement;
  showCost(prices: Pick<Offer, "price" | "final_price"> & { compare_at_price?: number | null }): void;
};

export const shownBundle = ({ id, name, products, original_price, price, currency }: Bundle): Shown & Partial<Card> => {
  const image_url = products.find(({ product }) => product?.image_url)?.product?.image_url ?? null;
  return {
    product_id: id,
    placement: "bundle",
    price: original_price,
    compare_at_price: null,
    final_price: price,
    quantity: { least: 1, most: 1 },
    currency,
    product: { ...(products[0]?.product as Product), id, title: name, image_url },
    items: products.map(({ product_id, quantity, product }) => `${quantity} × ${product?.title ?? product_id}`),
  };
};

/** Shows cards in an element, whose own children fill the slots, or in a dialog of this element. */
export function present(
  place: Element,
  cards: readonly Card[],
  given: Texts,
  { nonce, words }: Pick<Options, "nonce" | "words">,
  modal?: boolean,
): void {
  // What it says of the offer before stays, with the focus that it may have.
  const said = place.shadowRoot?.querySelector<HTMLElement>("[role=status]");
  const root = stageIn(place, nonce, said);
  const dialog = modal ? (element("dialog", "dialog") as HTMLDialogElement) : undefined;
  const status = said ?? Object.assign(element("p", "status"), { role: "status", tabIndex: -1 });
  if (modal) Object.assign(status, { className: "status", textContent: "" });
  if (modal || !said) (dialog ?? root).append(status);
  const close = (section: HTMLElement, card: Card, how: "accepted" | "declined", text = "") => {
    const hadFocus = section.contains(root.activeElement);
    section.remove();
    if (dialog) {
      status.className = "hidden";
      dialog.close();
      root.append(status);
      dialog.remove();
    } else if (hadFocus) status.focus();
    // A region that has just moved is read out only if its text changes later.
    setTimeout(() => status.append(text), 100);
    if (!card.answered) return;
    card.answered(how);
    if (hadFocus) root.querySelector<HTMLElement>("section")?.focus();
  };

  for (const card of cards) {
    const { say, language, money, percent, fill } = speak(card.currency, given, words, card.words);
    const { product, discount, variants } = card;
    const title = product?.title ?? card.product_id;
    const amount = discount?.type === "percentage" ? percent : money;
    const isKnown = discount && /^(percentage|fixed_amount)$/.test(discount.type);
    const eyebrow = card.words?.headline ?? say[card.placement as "cart"] ?? say.other;
    const letter = Object.assign(element("div", "picture", [...title][0]), { ariaHidden: "true" });
    const frame = element("div", "frame");
    const cost = element("div", "cost");
    const name = element("p", "title");
    const choose = () => {
      const variant = chosen();
      const { least, most } = (variant ?? card).quantity;
      const wanted = Number(count.value);
      count.replaceChildren(...Array.from({ length: most - least + 1 }, (_, n) => new Option(`${least + n}`)));
      count.selectedIndex = Math.max(0, Math.min(wanted, most) - least);
      count.hidden = least === most;
      name.textContent = count.hidden && least > 1 ? `${least} × ${title}` : title;
      const src = variant?.image_url ?? product?.image_url;
      const picture = src ? Object.assign(element("img", "picture"), { src, alt: "" }) : letter;
      picture.onerror = () => picture.replaceWith(letter);
      frame.replaceChildren(picture);
      showCost(variant ?? card);
    };
    const showCost: Kit["showCost"] = ({ price, compare_at_price, final_price }) => {
      const final = final_price ?? price;
      const saved = price !== null && final !== null ? price - final : 0;
      const total = (each: number) => money(each * Number(count.value));
      const tax = product?.tax_included;
      cost.replaceChildren(
        element(
          "p",
          "price",
          price !== null &&
            Number(compare_at_price) > price &&
            element("s", "compare", total(Number(compare_at_price))),
          saved > 0 && element("s", "was", total(price as number)),
          final !== null && element("strong", "now", final === 0 ? say.free : total(final)),
          final !== null &&
            typeof tax === "boolean" &&
            element("span", "tax", tax ? say.tax_included : say.tax_excluded),
          isKnown && final_price === null && element("span", "off", fill(say.off, amount(discount.value))),
        ),
        saved > 0 ? element("p", "save", fill(say.save, total(saved))) : "",
      );
    };
    const select = (part: string, ariaLabel: string) =>
      Object.assign(element("select", part) as HTMLSelectElement, { ariaLabel, onchange: choose });
    const choice = variants && select("variant", title);
    const chosen = () => variants?.[choice?.selectedIndex ?? 0];
    choice?.append(...(variants as Variant[]).map(({ id, title }) => new Option(title ?? id)));
    const count = select("quantity", say.quantity);
    choose();
    let busy = false;
    const accept = element("button", "accept", say.accept);
    accept.onclick = async () => {
      if (busy || accept.ariaDisabled === "true") return;
      status.textContent = "";
      if (card.preview) return status.append(say.preview);
      busy = true;
      try {
        await card.accept(chosen(), Number(count.value));
        close(section, card, "accepted", say.added);
      } catch (error) {
        console.error(error);
        status.append(say.failed);
      }
      busy = false;
    };
    const refuse = () => {
      if (busy) return;
      status.textContent = "";
      card.decline?.();
      close(section, card, "declined");
    };
    const decline = card.decline && Object.assign(element("button", "decline", say.decline), { onclick: refuse });
    const section = Object.assign(
      element(
        "section",
        "card",
        card.preview && element("p", "badge", say.preview),
        element("p", "eyebrow", slot("eyebrow", eyebrow)),
        element(
          "div",
          "body",
          frame,
          element(
            "div",
            "text",
            name,
            say.text && element("p", "about", say.text),
            choice,
            count,
            card.fields?.({ element, say, money, fill, accept, cost, showCost }),
            cost,
            card.items && element("ul", "items", ...card.items.map((item) => element("li", "item", item))),
            element("div", "buttons", accept, decline),
            slot("note"),
          ),
        ),
      ),
      { lang: language, ariaLabel: eyebrow, tabIndex: -1 },
    );
    status.before(section);
    if (dialog) {
      dialog.ariaLabel = eyebrow;
      dialog.oncancel = (event) => {
        event.preventDefault();
        refuse();
      };
      // Browsers ask only once before they close what a shopper has not touched.
      dialog.onclose = () => dialog.isConnected && refuse();
      root.append(dialog);
      dialog.showModal();
    }
  }
}

function stageIn(place: Element, nonce: string | undefined, kept: Element | null | undefined): ShadowRoot {
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  for (const old of [...root.children]) if (old !== kept) old.remove();
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(Object.assign(element("style", "", styles), { nonce }));
  }
  return root;
}

const slot = (name: string, text?: string) => Object.assign(element("slot", "", text), { name });

/** Shops style an element by its part. */
function element(name: string, part: string, ...children: (Node | string | null | undefined | false)[]): HTMLElement {
  const made = document.createElement(name);
  made.className = part;
  made.setAttribute("part", part);
  made.append(...(children.filter(Boolean) as string[]));
  return made;
}
