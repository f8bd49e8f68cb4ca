const { MedusaError, MedusaService } = require("@medusajs/framework/utils");
const { CartwrightReport, CartwrightTicket } = require("./models/records");

const needed = ["url", "key", "store", "currency"];

/** Cartwright as the shop's server sees it, and what the shop has to remember of it. */
module.exports = class CartwrightService extends MedusaService({ CartwrightReport, CartwrightTicket }) {
  constructor(container, options = {}) {
    super(container, options);
    const missing = needed.filter((name) => !options[name]);
    if (missing.length > 0) throw new Error(`cartwright-medusa needs the options ${missing.join(", ")}.`);
    this.settings = { ...options, currency: options.currency.toUpperCase() };
  }

  /** The helper comes from Cartwright, as a module. */
  async helper() {
    this.loaded ??= import("../../lib/shop.mjs").then(({ createShop, ShopError }) => ({
      shop: createShop(this.settings),
      ShopError,
    }));
    return this.loaded;
  }

  /** Rejects unless Cartwright signed the ticket for this store and mode, and it has not expired. */
  async readTicket(signed) {
    const { shop } = await this.helper();
    return shop.verifyTicket(signed).catch((error) => {
      // Nobody knows whether the ticket is right while Cartwright is away.
      const type = error.code === "network_error" ? "UNEXPECTED_STATE" : "NOT_ALLOWED";
      throw new MedusaError(MedusaError.Types[type], error.message, error.code);
    });
  }
};
