-- Names and prices that people entered in the dashboard move to our own checkout service, which now knows products.
-- A price in another currency than the store's was never shown.
INSERT INTO "checkout"."product" AS known ("tenant_id", "id", "title", "price", "source")
SELECT tenant.id, seen.id, coalesce(seen.name, seen.id),
	CASE WHEN coalesce(seen.currency, tenant.currency) = tenant.currency THEN round(seen.price::numeric * 10::numeric ^ CASE
		WHEN tenant.currency IN ('AFN', 'ALL', 'BIF', 'CLP', 'COP', 'DJF', 'GNF', 'HUF', 'IDR', 'IQD', 'IRR', 'ISK', 'JPY', 'KMF', 'KPW', 'KRW', 'LAK', 'LBP', 'MGA', 'MMK', 'PKR', 'PYG', 'RWF', 'SLL', 'SOS', 'SYP', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'YER') THEN 0
		WHEN tenant.currency IN ('BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
		ELSE 2 END)::bigint END,
	'dashboard'
FROM "desk"."remembered" seen JOIN "checkout"."tenant" tenant ON tenant.store_id = seen.store_id AND tenant.mode = seen.mode
WHERE seen.kind = 'product' AND (seen.name IS NOT NULL OR seen.price IS NOT NULL)
ON CONFLICT ("tenant_id", "id") DO UPDATE SET "price" = coalesce(known.price, excluded.price);
