import { isNotNull, isNull } from "drizzle-orm";
import type { orders as contract } from "../../contract/affiliate/orders.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { order } from "../../database/schema/affiliate-sales.ts";
import type { Context } from "../kernel/context.ts";
import { type List, readPage } from "../kernel/lists.ts";
import { attributeOrder, previewAttribution } from "./attribute-by-hand.ts";
import { findOrder, readOrder, toRecord } from "./order-rows.ts";
import { createdSince, totalOf } from "./record-count.ts";
import type { OrderRow } from "./sums-of-records.ts";

type Orders = ResourceHandlers<(typeof contract)["orders"], Context>;

export const orders: Orders = {
  async list({ query }, context) {
    return readPage(context, query, query.attributed === "false" ? unattributed : attributed);
  },

  async get({ params }, { db, tenantId }) {
    return readOrder(db, await findOrder(db, tenantId, params.id));
  },

  async preview({ params, query }, context) {
    return previewAttribution(context, params.id, query);
  },

  async attribute({ params, body }, context) {
    return attributeOrder(context, params.id, body);
  },
};

const attributed: List<{ row: OrderRow }, ReturnType<typeof toRecord>> = {
  name: "orders",
  table: order,
  where: isNotNull(order.affiliateId),
  filters: {
    status: order.status,
    affiliate_id: order.affiliateId,
    link_id: order.linkId,
    external_id: order.externalId,
    created_after: createdSince(order, { attributed_at: order.attributedAt }),
  },
  sorts: {
    created_at: [order.createdAt],
    attributed_at: [order.attributedAt],
    order_number: [order.orderNumber],
    total: [order.total],
    status: [order.status, order.createdAt],
  },
  total: totalOf("order"),
  toItem: ({ row }) => toRecord(row),
};

const unattributed: typeof attributed = {
  ...attributed,
  where: isNull(order.affiliateId),
  filters: { ...attributed.filters, created_after: createdSince(order) },
  // Orders without an attribution have no attribution time, so their creation time sorts them.
  sorts: { ...attributed.sorts, attributed_at: [order.createdAt] },
  total: totalOf("unattributed_order"),
};
