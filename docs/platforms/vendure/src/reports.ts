import { setTimeout as sleep } from "node:timers/promises";
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from "@nestjs/common";
import {
  ConfigService,
  EventBus,
  type ID,
  isInspectableJobQueueStrategy,
  type JobQueue,
  JobQueueService,
  Logger,
  OrderPlacedEvent,
  OrderService,
  OrderStateTransitionEvent,
  ProcessContext,
  ProductEvent,
  ProductVariantEvent,
  RefundStateTransitionEvent,
  RequestContext,
  RequestContextService,
} from "@vendure/core";
import { createShop, type EventOutcome, ShopError } from "../shop.mjs";
import { Amounts } from "./amounts.js";
import { type Told, toldOfCancellation, toldOfPlaced, toldOfRefund } from "./facts.js";
import { type CartwrightOptions, optionsToken } from "./options.js";
import { Products } from "./products.js";
import { Tickets } from "./tickets.js";

/** JSON, as the job queue keeps it. Without IDs, all products are meant. */
type Job = { about: string; orderId?: ID; events?: string; orders?: string; products?: ID[] | "all" };

const name = "cartwright";
/** Until Cartwright has it: what it has rejected is not sent again. */
const retries = 1_000_000;
const pauseMs = 5_000;
/** So often, a refund waits for its order. */
const mostEarly = 1_000;

/** Tells Cartwright what happens in the shop, by a job for each report, so that no shopper waits and nothing is lost. */
@Injectable()
export class Reports implements OnModuleInit, OnApplicationBootstrap {
  private readonly shop: ReturnType<typeof createShop>;
  private readonly amounts: Amounts;
  private queue!: JobQueue<Job>;

  constructor(
    @Inject(optionsToken) options: CartwrightOptions,
    private readonly config: ConfigService,
    private readonly bus: EventBus,
    private readonly jobs: JobQueueService,
    private readonly contexts: RequestContextService,
    private readonly orders: OrderService,
    private readonly place: ProcessContext,
    private readonly products: Products,
    private readonly tickets: Tickets,
  ) {
    this.shop = createShop(options);
    this.amounts = new Amounts(config);
  }

  async onModuleInit(): Promise<void> {
    this.queue = await this.jobs.createQueue({ name, process: ({ data, attempts }) => this.send(data, attempts) });
    // A job of an order is stored in the transaction of what it tells.
    this.bus.registerBlockingEventHandler({
      event: OrderPlacedEvent,
      id: "cartwright-placed",
      handler: ({ ctx, order }) =>
        this.tell(ctx, order.id, `Order ${order.code}`, async () =>
          toldOfPlaced(order, await this.tickets.chargedIn(ctx, order), this.amounts),
        ),
    });
    this.bus.registerBlockingEventHandler({
      event: RefundStateTransitionEvent,
      id: "cartwright-refunded",
      handler: async ({ ctx, order, refund, toState }) => {
        if (toState !== "Settled") return;
        await this.tell(ctx, order.id, `A refund of order ${order.code}`, () =>
          toldOfRefund(order, refund, this.amounts),
        );
      },
    });
    this.bus.registerBlockingEventHandler({
      event: OrderStateTransitionEvent,
      id: "cartwright-cancelled",
      handler: async ({ ctx, order, toState }) => {
        if (toState !== "Cancelled" || !order.orderPlacedAt) return;
        await this.tell(ctx, order.id, `The cancellation of order ${order.code}`, () => toldOfCancellation(order));
      },
    });
    this.bus.ofType(ProductEvent).subscribe(({ entity }) => this.changed([entity.id]));
    this.bus
      .ofType(ProductVariantEvent)
      .subscribe(({ entity }) => this.changed([...new Set([entity].flat().map(({ productId }) => productId))]));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.resume();
    if (this.place.isServer) this.changed("all");
  }

  private async tell(ctx: RequestContext, orderId: ID, about: string, read: () => Told | Promise<Told>): Promise<void> {
    try {
      const { events, orders } = await read();
      await this.queue.add({ about, orderId, events: JSON.stringify(events) }, { retries, ctx });
      await this.queue.add({ about, orderId, orders: JSON.stringify(orders) }, { retries, ctx });
    } catch (error) {
      // The shopper's order matters more.
      Logger.error(`${about} was not queued. ${error}`, name);
    }
  }

  private changed(products: ID[] | "all"): void {
    this.queue
      .add({ about: "The products", products }, { retries })
      .catch((error) => Logger.error(`The products were not queued: ${error.message}`, name));
  }

  /** Jobs that a killed process was working on stay marked as running, and nobody would take them up. */
  private async resume(): Promise<void> {
    const { jobQueueStrategy } = this.config.jobQueueOptions;
    if (!isInspectableJobQueueStrategy(jobQueueStrategy)) return;
    const filter = { queueName: { eq: name }, state: { eq: "RUNNING" } };
    for (let left = 1; left > 0; ) {
      const { items } = await jobQueueStrategy.findMany({ filter, take: 100 });
      for (const { id, data } of items) {
        await this.queue.add(data, { retries });
        if (id) await jobQueueStrategy.cancelJob(id);
      }
      left = items.length;
    }
  }

  private async send({ about, orderId, events, orders, products }: Job, attempts: number): Promise<void> {
    try {
      if (events) {
        const { data } = await this.shop.report(JSON.parse(events));
        await this.tellRefused(orderId, data);
      }
      if (orders) await this.shop.reportOrders(JSON.parse(orders));
      if (products) await this.products.save(products);
    } catch (error) {
      const { message } = error as Error;
      if (isFinal(error, attempts)) return this.note(orderId, `${about} was rejected. ${message}`);
      if (attempts === 1) Logger.warn(`${about}: Cartwright has not taken the report yet. ${message}`, name);
      await sleep(pauseMs);
      throw error;
    }
  }

  private async tellRefused(orderId: ID | undefined, outcomes: EventOutcome[]): Promise<void> {
    for (const { id, status, errors = [] } of outcomes.flatMap(({ tickets = [] }) => tickets)) {
      if (status === "redeemed") continue;
      const why = errors.map(({ message }) => message).join(" ");
      await this.note(orderId, `The ticket ${id} was charged, but it is not redeemed. ${why}`);
    }
  }

  /** In the log, and in the history of the order, where the merchant reads it. */
  private async note(orderId: ID | undefined, what: string): Promise<void> {
    Logger.warn(what, name);
    if (orderId === undefined) return;
    const ctx = await this.contexts.create({ apiType: "admin" });
    await this.orders.addNoteToOrder(ctx, { id: String(orderId), note: `Cartwright: ${what}`, isPublic: false });
  }
}

/** What Cartwright has read and will never accept. A refund may come before its order, which is still on its way. */
function isFinal(error: unknown, attempts: number): boolean {
  if (!(error instanceof ShopError)) return false;
  const isEarly = error.details.some(({ field }) => field.endsWith("external_id"));
  return (error.code === "rejected" && (!isEarly || attempts > mostEarly)) || [400, 413, 422].includes(error.status);
}
