import { SecondUpstream } from "../../e2e/second-upstream/server.ts";

// An API in a process of its own, with the specified limits and the latency of the internet.

const { BENCH_STORE: store = "", BENCH_KEY: key = "", BENCH_ROWS: rows = "0" } = process.env;
const upstream = await SecondUpstream.start();
const { control } = upstream;
const records = control.addKey(key, { store });
for (let n = 1; n <= Number(rows); n++) {
  const offer = { id: `row-${n}`, name: `Offer ${n}`, status: "draft", product_id: "sku:mug", trigger_products: [] };
  records.put("upsells", {
    ...offer,
    discount_type: "percentage",
    discount_value: 5,
    created_at: "2026-01-01T00:00:00Z",
  });
}
control.misbehave({ on: "* *", fault: "slow", ms: 80, times: Number.POSITIVE_INFINITY });
console.log(JSON.stringify({ settings: upstream.settings, control: upstream.controlOrigin }));
process.once("SIGTERM", () => upstream.stop());
