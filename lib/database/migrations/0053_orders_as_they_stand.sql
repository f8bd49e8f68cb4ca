ALTER TABLE "checkout"."order" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "affiliate"."order" ADD COLUMN "refund_parts" jsonb;--> statement-breakpoint
ALTER TABLE "affiliate"."order" ADD COLUMN "stands_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "affiliate"."order" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "affiliate"."order_refund" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "affiliate"."order_refund" ADD COLUMN "chargeback" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Refunds that grew become one, each with the part that was told; the lines are those that affiliates' orders have.
WITH merged AS (
  SELECT tenant_id, platform, id, jsonb_agg(refund ORDER BY place) AS refunds
  FROM (
    SELECT o.tenant_id, o.platform, o.id, min(e.place) AS place, jsonb_build_object(
      'id', split_part(e.refund ->> 'id', ':', 1), 'at', min(e.refund ->> 'at'), 'asOf', max(e.refund ->> 'at'),
      'amount', sum((e.refund ->> 'amount')::bigint),
      'counted', coalesce(sum((e.refund ->> 'amount')::bigint)
        FILTER (WHERE e.place <= (o.state ->> 'refundsCounted')::int), 0)) AS refund
    FROM "checkout"."shop_order" o
    CROSS JOIN LATERAL jsonb_array_elements(o.state -> 'refunds') WITH ORDINALITY AS e (refund, place)
    GROUP BY o.tenant_id, o.platform, o.id, split_part(e.refund ->> 'id', ':', 1)
  ) AS one
  GROUP BY tenant_id, platform, id
)
UPDATE "checkout"."shop_order" AS o
SET state = (o.state - 'refundsCounted' - 'reports' - 'reported')
  || jsonb_build_object('refunds', coalesce(m.refunds, '[]'))
  || CASE WHEN o.state ? 'placedIn' THEN jsonb_build_object('openIn', o.state -> 'placedIn') ELSE '{}' END
  || CASE WHEN a.id IS NULL THEN '{}' ELSE jsonb_build_object('reported', true, 'sold', jsonb_build_object(
       'subtotal', a.subtotal, 'discount', a.discount, 'tax', a.tax, 'shipping', a.shipping, 'total', a.total,
       'line_items', a.line_items)) END
FROM "checkout"."shop_order" k
JOIN "checkout"."tenant" t ON t.id = k.tenant_id
LEFT JOIN merged m ON m.tenant_id = k.tenant_id AND m.platform = k.platform AND m.id = k.id
LEFT JOIN "affiliate"."tenant" at ON at.store_id = t.store_id AND at.mode = t.mode
LEFT JOIN "affiliate"."order" a ON a.tenant_id = at.id AND a.external_id = k.state ->> 'orderId'
WHERE k.tenant_id = o.tenant_id AND k.platform = o.platform AND k.id = o.id AND o.state IS NOT NULL;
