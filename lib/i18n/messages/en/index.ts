import account from "./account.json";
import activity from "./activity.json";
import affiliateAnalytics from "./affiliate-analytics.json";
import affiliateOrders from "./affiliate-orders.json";
import affiliates from "./affiliates.json";
import analytics from "./analytics.json";
import attribution from "./attribution.json";
import bundles from "./bundles.json";
import commissions from "./commissions.json";
import csv from "./csv.json";
import errors from "./errors.json";
import everything from "./everything.json";
import experiments from "./experiments.json";
import figures from "./figures.json";
import form from "./form.json";
import help from "./help.json";
import jobs from "./jobs.json";
import keys from "./keys.json";
import links from "./links.json";
import mail from "./mail.json";
import myAccount from "./my-account.json";
import orders from "./orders.json";
import overview from "./overview.json";
import palette from "./palette.json";
import payouts from "./payouts.json";
import people from "./people.json";
import period from "./period.json";
import products from "./products.json";
import program from "./program.json";
import sentences from "./sentences.json";
import service from "./service.json";
import settings from "./settings.json";
import shell from "./shell.json";
import shop from "./shop.json";
import ui from "./ui.json";
import upsells from "./upsells.json";
import webhooks from "./webhooks.json";

export default {
  account,
  activity,
  affiliateAnalytics,
  affiliateOrders,
  affiliates,
  analytics,
  attribution,
  bundles,
  commissions,
  csv,
  errors,
  everything,
  experiments,
  figures,
  form,
  help,
  jobs,
  keys,
  links,
  mail,
  myAccount,
  orders,
  overview,
  palette,
  payouts,
  people,
  period,
  products,
  program,
  sentences,
  service,
  settings,
  shell,
  shop,
  ui,
  upsells,
  webhooks,
};
