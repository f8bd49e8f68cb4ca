import { html } from "hono/html";
import type { WebhookEvent } from "../../lib/sdk/server/types.ts";
import { type Entry, fullPrice, mostOfOne, type Order, priceOf, productIds, totalsOf } from "./cart.ts";
import type { Catalogue, Item } from "./catalogue.ts";

export type Html = ReturnType<typeof html>;

/** What the page's script needs to know. */
type Facts = Record<string, string | number | undefined>;

export type Received = { at: string; event: WebhookEvent };

export function createPages({ url, key, catalogue }: { url: string; key: string; catalogue: Catalogue }) {
  const { money, major, currency, shelf } = catalogue;

  const layout = (title: string, count: number, facts: Facts, content: Html) => html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Ferry Street Coffee</title>
        <link rel="icon" href="/pictures/prod_mug.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/shop.css" />
        <script src="${url}/sdk/v1/cartwright.js" data-key="${key}" async></script>
        <script src="/page.js" defer></script>
      </head>
      <body ${Object.entries(facts).map(([name, value]) => html` data-${name}="${value ?? ""}"`)}>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="name" href="/">Ferry Street Coffee</a>
          <nav aria-label="Shop">
            <a href="/#shelf">Beans and gear</a>
            <a href="/cart" class="to-cart">Cart <span id="count" class="count" data-live>${count}</span></a>
          </nav>
        </header>
        <main id="main">${content}</main>
        <footer>
          <p>Ferry Street Coffee, roasted on Tuesdays, poured every day.</p>
          <p>This is a sample shop: nothing is charged or shipped. Cartwright keeps two cookies in it, for the visitor and for
            the link that led here.</p>
        </footer>
      </body>
    </html>`;

  const picture = ({ id }: Item, size = 400) =>
    html`<img src="/pictures/${id}.svg" alt="" width="${size}" height="${size}" />`;

  const card = (item: Item) => html`<li>
    <a class="card" href="/products/${item.id}">
      ${picture(item)}
      <span class="title">${item.title}</span>
      <span class="price">${money(item.price)}</span>
    </a>
  </li>`;

  const home = (count: number) =>
    layout(
      "Home",
      count,
      { page: "home" },
      html`<section class="hero">
          <div>
            <p class="eyebrow">Small roastery by the river</p>
            <h1>Coffee worth getting up for</h1>
            <p class="lead">We roast three coffees a week in small batches, and sell the few things you need to brew them well.</p>
            <a class="button" href="/products/prod_beans-house">Try the house blend</a>
          </div>
          <img src="/pictures/prod_beans-house.svg" alt="" width="400" height="400" />
        </section>
        <h2 id="shelf">On the shelf</h2>
        <ul class="shelf">${shelf.map(card)}</ul>`,
    );

  const product = (count: number, item: Item) =>
    layout(
      item.title,
      count,
      { page: "product", product: item.id },
      html`<nav aria-label="You are here"><a href="/#shelf">Beans and gear</a></nav>
        <article class="product">
          ${picture(item, 600)}
          <div>
            <h1>${item.title}</h1>
            <p class="price">${money(item.price)}</p>
            <p class="lead">${item.about}</p>
            <form method="post" action="/cart" class="row">
              <input type="hidden" name="product" value="${item.id}" />
              <label>Quantity <input type="number" name="quantity" value="1" min="1" max="${mostOfOne}" required /></label>
              <button class="button">Add to cart</button>
            </form>
            <div id="bundles" class="cartwright"></div>
          </div>
        </article>`,
    );

  const quantity = ({ id, title, lines: [line] }: Entry) => html`<form method="post" action="/cart/change" class="row">
    <input type="hidden" name="id" value="${id}" />
    <input type="number" name="quantity" value="${line?.quantity}" min="0" max="${mostOfOne}" required
      aria-label="Quantity of ${title}" />
    <button class="plain" aria-label="Change the quantity of ${title}">Change</button>
  </form>`;

  const remove = ({ id, title }: Entry) => html`<form method="post" action="/cart/change">
    <input type="hidden" name="id" value="${id}" />
    <button class="plain" name="quantity" value="0" aria-label="Remove ${title}">Remove</button>
  </form>`;

  const contents = ({ lines }: Entry) =>
    lines.length > 1 &&
    html`<span class="contents">${lines.map(({ item, quantity }) => `${quantity} × ${item.title}`).join(", ")}</span>`;

  const row = (entry: Entry, changeable: boolean) => {
    const [first] = entry.lines;
    const isPlain = entry.id === first?.item.id;
    return html`<li>
      ${first && picture(first.item, 80)}
      <div class="what">
        <span class="title">${entry.title}</span>
        ${contents(entry) || ""}
        ${entry.saved > 0 ? html`<span class="saved">You save ${money(entry.saved)}</span>` : ""}
        ${changeable ? html`<div class="row">${isPlain ? quantity(entry) : ""}${remove(entry)}</div>` : html`<span class="contents">Quantity ${first?.quantity}</span>`}
      </div>
      <span class="price">
        ${entry.saved > 0 ? html`<s>${money(fullPrice(entry))}</s>` : ""}
        <strong>${money(priceOf(entry))}</strong>
      </span>
    </li>`;
  };

  const sums = (entries: readonly Entry[], shipping: number) => {
    const { subtotal, discount, total } = totalsOf(entries, shipping);
    return html`<dl class="sums">
      <div><dt>Products</dt><dd>${money(subtotal)}</dd></div>
      ${discount > 0 ? html`<div><dt>Saved</dt><dd>−${money(discount)}</dd></div>` : ""}
      <div><dt>Shipping</dt><dd>${shipping === 0 ? "Free" : money(shipping)}</dd></div>
      <div class="total"><dt>Total</dt><dd>${money(total)}</dd></div>
    </dl>`;
  };

  const rows = (entries: readonly Entry[], shipping: number, changeable = false) =>
    html`<ul class="rows">${entries.map((entry) => row(entry, changeable))}</ul>${sums(entries, shipping)}`;

  const cart = (count: number, entries: readonly Entry[], shipping: number) =>
    layout(
      "Cart",
      count,
      { page: "cart", cart: productIds(entries).join() },
      entries.length === 0
        ? html`<h1>Your cart</h1><p class="lead">Your cart is empty.</p><a class="button" href="/#shelf">Look at the shelf</a>`
        : html`<h1>Your cart</h1>
            <div class="beside">
              <section id="lines" data-live aria-label="Products in your cart">${rows(entries, shipping, true)}
                <a class="button wide" href="/checkout">Check out</a></section>
              <aside id="offer" class="cartwright" aria-label="Offer"></aside>
            </div>`,
    );

  const field = (name: string, label: string, form: Form, more: { type?: string; autocomplete: string }) => {
    const error = form.errors[name];
    return html`<p class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${more.type ?? "text"}" autocomplete="${more.autocomplete}" required maxlength="200"
        value="${form.values[name] ?? ""}" ${error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ""} />
      ${error ? html`<span class="error" id="${name}-error">${error}</span>` : ""}
    </p>`;
  };

  const checkout = (count: number, entries: readonly Entry[], shipping: number, form: Form) =>
    layout(
      "Checkout",
      count,
      { page: "checkout", cart: productIds(entries).join() },
      html`<h1>Checkout</h1>
        <div class="beside">
          <form method="post" action="/checkout" id="checkout" novalidate>
            <input type="hidden" name="click_id" value="" />
            ${field("name", "Name", form, { autocomplete: "name" })}
            ${field("email", "Email address", form, { type: "email", autocomplete: "email" })}
            ${field("address", "Delivery address", form, { autocomplete: "street-address" })}
            <fieldset>
              <legend>Pay with</legend>
              <label><input type="radio" name="card" value="good" checked /> A test card that always works</label>
              <label><input type="radio" name="card" value="declined" /> A test card that is declined</label>
              ${form.errors.card ? html`<p class="error" role="alert">${form.errors.card}</p>` : ""}
            </fieldset>
            <button class="button wide">Place order</button>
          </form>
          <aside>
            <div id="lines" data-live>${rows(entries, shipping)}</div>
            <div id="offer" class="cartwright"></div>
          </aside>
        </div>`,
    );

  const factsOf = (order: Order): Facts => ({
    order: order.id,
    number: order.number,
    customer: order.customer.id,
    total: major(totalsOf(order.entries, order.shipping).total),
    currency,
    cart: productIds(order.entries).join(),
  });

  const thanks = (count: number, order: Order) =>
    layout(
      "Thank you",
      count,
      { page: "thanks", ...factsOf(order), ...(order.greeted && { greeted: "yes" }) },
      html`<h1>Thank you, ${order.customer.name}</h1>
        <p class="lead">Order ${order.number} is placed. We would now write to ${order.customer.email}.</p>
        <div class="beside">
          <section id="lines" data-live aria-label="Your order">${rows(order.entries, order.shipping)}</section>
          <aside><div id="offer" class="cartwright"></div>
            <a class="button wide" href="/orders/${order.id}">Follow your order</a></aside>
        </div>`,
    );

  const status = (count: number, order: Order) =>
    layout(
      `Order ${order.number}`,
      count,
      { page: "status" },
      html`<h1>Order ${order.number}</h1>
        <div class="beside">
          <ol class="steps">
            <li class="done">Placed <time datetime="${order.at}">${order.at.slice(0, 16).replace("T", " ")} UTC</time></li>
            <li class="done">Paid with a test card</li>
            <li>Packed</li>
            <li>On its way to ${order.customer.address}</li>
          </ol>
          <section aria-label="Your order">${rows(order.entries, order.shipping)}</section>
        </div>`,
    );

  const webhooks = (count: number, received: readonly Received[], hasSecret: boolean) =>
    layout(
      "Webhooks",
      count,
      { page: "webhooks" },
      html`<h1>Webhooks</h1>
        ${hasSecret ? "" : html`<p class="lead">The shop refuses webhooks until it is started with --webhook-secret.</p>`}
        ${hasSecret && received.length === 0 ? html`<p class="lead">No webhook has arrived yet.</p>` : ""}
        ${received.map(
          ({ at, event }) => html`<details>
            <summary><strong>${event.type}</strong> ${event.id} <time datetime="${at}">${at.slice(11, 19)}</time></summary>
            <pre>${JSON.stringify(event, null, 2)}</pre>
          </details>`,
        )}`,
    );

  const missing = (count: number) =>
    layout(
      "Not found",
      count,
      { page: "missing" },
      html`<h1>This page does not exist</h1><a class="button" href="/">Go to the shop</a>`,
    );

  return { home, product, cart, checkout, thanks, status, webhooks, missing };
}

export type Form = { values: Record<string, string>; errors: Record<string, string> };
