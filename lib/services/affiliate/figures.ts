// A ratio with a zero denominator is left out.

type Sums = { orders: number; revenue: number; commissions: number; refundedOrders: number };

export function ratiosOf({ orders, revenue, commissions, refundedOrders }: Sums, clicks: number) {
  return {
    ...(orders > 0 && {
      average_order_value: Math.round(revenue / orders),
      refund_rate: refundedOrders / orders,
    }),
    ...(clicks > 0 && { epc: Math.round((commissions * 100) / clicks) / 100 }),
  };
}

export function conversionOf(orders: number, clicks: number) {
  return clicks > 0 ? { conversion_rate: Math.min(1, orders / clicks) } : {};
}
