import {
  type Injector,
  type Order,
  type OrderItemPriceCalculationStrategy,
  type OrderProcess,
  OrderService,
  type ProductVariant,
  type RequestContext,
} from "@vendure/core";
import { Tickets } from "./tickets.js";

/** Charges the price of a ticket for its line, and what the shop's own strategy says for all others. */
export class TicketPrices implements OrderItemPriceCalculationStrategy {
  private tickets!: Tickets;

  constructor(private readonly own: OrderItemPriceCalculationStrategy) {}

  async init(injector: Injector): Promise<void> {
    await this.own.init?.(injector);
    this.tickets = injector.get(Tickets);
  }

  async destroy(): Promise<void> {
    await this.own.destroy?.();
  }

  async calculateUnitPrice(
    ctx: RequestContext,
    variant: ProductVariant,
    fields: { [key: string]: unknown },
    order: Order,
    quantity: number,
  ) {
    const price = await this.tickets.priceOf(ctx, order, { mark: fields.cartwrightTicket, variant, quantity });
    if (price === undefined) return this.own.calculateUnitPrice(ctx, variant, fields, order, quantity);
    return { price, priceIncludesTax: variant.listPriceIncludesTax };
  }
}

let orders: OrderService;

/** A ticket may have expired since it was accepted. The shopper then sees the new total before they pay it. */
export const checkTickets: OrderProcess<string> = {
  init(injector) {
    orders = injector.get(OrderService);
  },
  async onTransitionStart(_from, to, { ctx, order }) {
    const marked = order.lines.filter(({ customFields }) => customFields.cartwrightTicket);
    if (to !== "ArrangingPayment" || marked.length === 0) return;
    const before = order.totalWithTax;
    const { totalWithTax } = await orders.applyPriceAdjustments(ctx, order, marked);
    if (totalWithTax !== before) return "An offer in the cart no longer applies, so the total has changed.";
  },
};
