import { eq, isNotNull, isNull } from "drizzle-orm";
import type { orders as contract } from "../../contract/affiliate/orders.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { order } from "../../database/schema/affiliate-sales.ts";
import type { Context } from "../kernel/context.ts";
import { attributeOrder, previewAttribution } from "./attribute-by-hand.ts";
import type { OrderRow } from "./contributions.ts";
import { findOrder, readOrder, toRecord } from "./order-rows.ts";
import { type AffiliateList, readPage } from "./pages.ts";

type Orders = ResourceHandlers<(typeof contract)["orders"], Context>;

export const orders: Orders = {
  async list({ query }, context) {
    const all = query.attributed === "false" ? unattributed : attributed;
    const list = query.link_id === undefined ? all : { ...all, search: eq(order.linkId, query.link_id) };
    return readPage(context, query, list, toListItem);
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

const toListItem = ({ row }: { row: OrderRow }) => toRecord(row);

const attributed: AffiliateList<NonNullable<Parameters<Orders["list"]>[0]["query"]["sort"]>> = {
  kind: "order",
  table: order,
  select: { row: order },
  where: isNotNull(order.affiliateId),
  tenantId: order.tenantId,
  status: order.status,
  createdAt: order.createdAt,
  affiliateId: order.affiliateId,
  tie: order.id,
  sorts: {
    created_at: { by: [order.createdAt], buckets: { sort: "created_at", of: "time" } },
    attributed_at: { by: [order.attributedAt], followsCreation: true },
    order_number: { by: [order.orderNumber] },
    total: { by: [order.total] },
    status: { by: [order.status, order.createdAt], buckets: { sort: "created_at", of: "time", within: "status" } },
  },
};

const unattributed = {
  ...attributed,
  kind: "unattributed_order",
  where: isNull(order.affiliateId),
  // Orders without an attribution have no attribution time, so their creation time sorts them.
  sorts: { ...attributed.sorts, attributed_at: attributed.sorts.created_at },
} as const;
