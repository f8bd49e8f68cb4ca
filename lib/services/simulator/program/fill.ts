import { setImmediate as breathe } from "node:timers/promises";
import type { Database } from "../../../database/client.ts";
import { affiliate, coupon, link } from "../../../database/schema/affiliate.ts";
import { commission, payout, payoutCommission } from "../../../database/schema/affiliate-money.ts";
import { attribution, click, order, orderRefund } from "../../../database/schema/affiliate-sales.ts";
import { affiliateTotal, linkTotal } from "../../../database/schema/affiliate-sums.ts";
import { Ledger } from "../../affiliate/ledger.ts";
import { Standings } from "../../affiliate/rules/standings.ts";
import { fromTheBeginning, readRules } from "../../affiliate/rules/versions.ts";
import { emptyProgram } from "../../sandbox.ts";
import { findTenant } from "../../tenants.ts";
import { type DemoOptions, makeCalendar } from "../calendar.ts";
import { Ids } from "../random.ts";
import { writerTo } from "../write.ts";
import { makeAftermath } from "./aftermath.ts";
import { makeArrivals } from "./arrivals.ts";
import { makeDrafts } from "./drafts.ts";
import { makeMembers } from "./members.ts";
import { makeVisits } from "./visits.ts";

/** The service's rules decide and its ledger adds up, so each record is what the service would have written. */
export async function fillProgram(
  db: Database,
  storeId: string,
  { seed = 1, now = new Date(), ...size }: DemoOptions = {},
) {
  const { currency, timeZone } = await findTenant(db, "affiliate", storeId, "sandbox");
  const calendar = makeCalendar(seed, now, timeZone, size.visits);
  const ids = new Ids(seed);
  const currencies = [currency, currency === "USD" ? "EUR" : "USD"] as const;
  size.onPart?.("program");
  const members = makeMembers(calendar, ids, { storeId, currencies });
  await breathe();
  const drafts = makeDrafts(calendar, members, { storeId, currencies });
  const visits = makeVisits(calendar, members, drafts, ids);
  await breathe();
  const rules = { ...readRules(null), ...fromTheBeginning, currency };
  const facts = { rules, standings: new Standings(currency), ids, timeZone, now: calendar.now, members };
  const arrivals = makeArrivals(visits, drafts, facts);
  await breathe();
  const { payouts, reserved, refunds, commissions } = makeAftermath(arrivals, calendar, facts);
  const links = members.flatMap((member) => member.links);
  const orders = arrivals.sales.map((sale) => sale.order);
  const clicks = visits.map(({ row }) => row);
  const affiliates = members.map(({ row }) => row);

  const ledger = new Ledger({ timeZone }, { tells: false });
  for (const row of affiliates) ledger.affiliate(null, row);
  for (const row of links) ledger.link(null, row);
  for (const row of orders) ledger.order(null, row);
  for (const row of commissions) ledger.commission(null, row);
  for (const row of payouts) ledger.payout(null, row);
  for (const row of clicks) ledger.click(null, row);

  await breathe();

  await emptyProgram(db, storeId, async (tx, tenantId) => {
    const write = writerTo(tx, tenantId);
    await write(affiliate, affiliates);
    const owners = new Map(affiliates.map((row) => [row.id, row]));
    await write(
      affiliateTotal,
      affiliates.map((row) => ({ affiliateId: row.id, currency: row.currency, main: true })),
    );
    await write(
      coupon,
      members.flatMap(({ row, coupons }) =>
        coupons.map((code, position) => ({ key: code.toLowerCase(), code, affiliateId: row.id, position })),
      ),
    );
    await write(link, links);
    await write(
      linkTotal,
      links.map((row) => ({ linkId: row.id, currency: owners.get(row.affiliateId)?.currency ?? currency, main: true })),
    );
    await write(click, clicks);
    await write(order, orders);
    await write(orderRefund, refunds);
    await write(attribution, arrivals.attributions);
    await write(commission, commissions);
    await write(payout, payouts);
    await write(payoutCommission, reserved);
    await ledger.write(tx, tenantId);
  });
  return {
    affiliates: affiliates.length,
    links: links.length,
    clicks: clicks.length,
    affiliateOrders: orders.length,
    commissions: commissions.length,
    payouts: payouts.length,
    /** Those whose bank accounts the dashboard keeps. A few have not entered one yet. */
    payees: affiliates.flatMap(({ id, payoutMethod, firstName, lastName }, n) =>
      payoutMethod === "bank_transfer" && n % 8 !== 0 ? [{ affiliateId: id, holder: `${firstName} ${lastName}` }] : [],
    ),
  };
}
