import { Inject, Injectable } from "@nestjs/common";
import {
  ActiveOrderService,
  ConfigService,
  idsAreEqual,
  Order,
  type OrderLine,
  OrderService,
  ProductVariant,
  RequestContext,
  TransactionalConnection,
  UserInputError,
} from "@vendure/core";
import { createShop, type Ticket } from "../shop.mjs";
import { AcceptedTicket, type Piece } from "./accepted-ticket.js";
import { Amounts } from "./amounts.js";
import { type CartwrightOptions, optionsToken } from "./options.js";

type Line = { mark: unknown; variant: ProductVariant; quantity: number };

@Injectable()
export class Tickets {
  private readonly shop: ReturnType<typeof createShop>;
  private readonly amounts: Amounts;

  constructor(
    @Inject(optionsToken) options: CartwrightOptions,
    config: ConfigService,
    private readonly connection: TransactionalConnection,
    private readonly activeOrders: ActiveOrderService,
    private readonly orders: OrderService,
  ) {
    this.shop = createShop(options);
    this.amounts = new Amounts(config);
  }

  /** Accepted twice, an offer is added once. */
  async accept(ctx: RequestContext, signed: string): Promise<Order> {
    const ticket = await this.shop.verifyTicket(signed).catch((error: Error) => {
      throw new UserInputError(error.message);
    });
    const active = await this.activeOrders.getActiveOrder(ctx, undefined, true);
    const order = (await this.orders.findOne(ctx, active.id)) ?? active;
    if (ticket.order_id) throw new UserInputError("The ticket is for an order that is placed already.");
    if (ticket.currency !== order.currencyCode) throw new UserInputError("The ticket is in another currency.");
    const pieces = await this.piecesOf(ctx, ticket);
    // Of several orders that name the ticket at once, the first one has it.
    const claim = { id: ticket.id, orderId: String(order.id), pieces, expiresAt: ticket.expires_at };
    await this.rows(ctx).createQueryBuilder().insert().values(claim).orIgnore().execute();
    if (!(await this.heldBy(ctx, order, ticket.id))) throw new UserInputError("The ticket is in another order.");
    const items = pieces
      .map(({ variantId, quantity }, n) => ({ productVariantId: variantId, quantity, mark: markOf(ticket.id, n) }))
      .filter(({ mark }) => !lineWith(order, mark))
      .map(({ mark, ...item }) => ({ ...item, customFields: { cartwrightTicket: mark } }));
    const { order: filled, errorResults } = await this.orders.addItemsToOrder(ctx, order.id, items);
    // All products of a bundle, or none: the error undoes the transaction.
    if (errorResults[0]) throw new UserInputError(errorResults[0].message);
    return filled;
  }

  /** The price of one unit, or undefined if the line has no ticket that holds. */
  async priceOf(ctx: RequestContext, order: Order, { mark, variant, quantity }: Line): Promise<number | undefined> {
    if (typeof mark !== "string") return undefined;
    const { id, at } = readMark(mark);
    const ticket = await this.heldBy(ctx, order, id);
    const piece = ticket?.pieces[at];
    if (!ticket || !piece || !idsAreEqual(piece.variantId, variant.id)) return undefined;
    // What was promised with a placed order stays, also if the merchant changes the order.
    if (!order.active) return piece.price;
    const holds = quantity === piece.quantity && isWhole(order, ticket) && Date.now() < Date.parse(ticket.expiresAt);
    return holds ? piece.price : undefined;
  }

  /** The tickets by which an order was charged, with the charge in major units. */
  async chargedIn(ctx: RequestContext, order: Order): Promise<{ id: string; charged: number }[]> {
    const marks = order.lines.flatMap(({ customFields }) => customFields.cartwrightTicket ?? []);
    const charged: { id: string; charged: number }[] = [];
    for (const id of new Set(marks.map((mark) => readMark(mark).id))) {
      const ticket = await this.heldBy(ctx, order, id);
      const lines = ticket?.pieces.map(({ price }, n) => {
        const line = lineWith(order, markOf(id, n));
        return line?.listPrice === price ? line : undefined;
      });
      if (!lines?.every((line): line is OrderLine => line !== undefined)) continue;
      const paid = lines.map((line) =>
        line.listPriceIncludesTax ? line.proratedLinePriceWithTax : line.proratedLinePrice,
      );
      charged.push({ id, charged: this.amounts.major(paid.reduce((sum, amount) => sum + amount, 0)) });
    }
    return charged;
  }

  /** A price that the quantity does not divide is that of two pieces, which differ by one cent. */
  private async piecesOf(ctx: RequestContext, ticket: Ticket): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for (const { product_id, variant_id, quantity, price } of ticket.lines) {
      const variant = await this.variantOf(ctx, variant_id);
      if (!variant || !idsAreEqual(variant.productId, this.amounts.decode(product_id))) {
        throw new UserInputError("The shop does not sell the product of the ticket.");
      }
      const sum = this.amounts.minor(price);
      const [unit, dearer] = [Math.floor(sum / quantity), sum % quantity];
      const both = [
        { variantId: variant.id, quantity: quantity - dearer, price: unit },
        { variantId: variant.id, quantity: dearer, price: unit + 1 },
      ];
      pieces.push(...both.filter((piece) => piece.quantity > 0));
    }
    return pieces;
  }

  private async variantOf(ctx: RequestContext, id: string | undefined): Promise<ProductVariant | undefined> {
    if (id === undefined) return undefined;
    return this.connection.findOneInChannel(ctx, ProductVariant, this.amounts.decode(id), ctx.channelId);
  }

  /** The ticket if the order may use it. Signing in moves lines to another order and deletes the first. */
  private async heldBy(ctx: RequestContext, order: Order, id: string): Promise<AcceptedTicket | undefined> {
    const ticket = await this.rows(ctx).findOneBy({ id });
    if (!ticket || ticket.orderId === String(order.id)) return ticket ?? undefined;
    if (await this.connection.getRepository(ctx, Order).existsBy({ id: ticket.orderId })) return undefined;
    const { affected } = await this.rows(ctx).update({ id, orderId: ticket.orderId }, { orderId: String(order.id) });
    return affected ? ticket : undefined;
  }

  private rows(ctx: RequestContext) {
    return this.connection.getRepository(ctx, AcceptedTicket);
  }
}

const markOf = (ticket: string, at: number) => `${ticket}:${at}`;

function readMark(mark: string): { id: string; at: number } {
  const [id = "", at] = mark.split(":");
  return { id, at: Number(at) };
}

const lineWith = ({ lines }: Order, mark: string): OrderLine | undefined =>
  lines.find(({ customFields }) => customFields.cartwrightTicket === mark);

/** The price of a bundle is for all of it. */
const isWhole = (order: Order, { id, pieces }: AcceptedTicket) =>
  pieces.every(({ quantity }, n) => lineWith(order, markOf(id, n))?.quantity === quantity);
