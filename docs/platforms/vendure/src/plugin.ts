import { LanguageCode, PluginCommonModule, VendurePlugin } from "@vendure/core";
import { parse } from "graphql";
import { AcceptedTicket } from "./accepted-ticket.js";
import { OfferResolver } from "./offer-resolver.js";
import { type CartwrightOptions, optionsToken } from "./options.js";
import { Products } from "./products.js";
import { Reports } from "./reports.js";
import { checkTickets, TicketPrices } from "./ticket-prices.js";
import { Tickets } from "./tickets.js";

export type { CartwrightOptions } from "./options.js";

@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: "^3.7.0",
  entities: [AcceptedTicket],
  providers: [{ provide: optionsToken, useFactory: () => CartwrightPlugin.options }, Products, Reports, Tickets],
  shopApiExtensions: {
    schema: parse(`
      extend type Mutation {
        "Adds the products of an accepted offer or bundle to the active order, at the price of its ticket"
        acceptOffer(ticket: String!): Order!
      }
    `),
    resolvers: [OfferResolver],
  },
  configuration(config) {
    const { orderOptions, customFields } = config;
    orderOptions.orderItemPriceCalculationStrategy = new TicketPrices(orderOptions.orderItemPriceCalculationStrategy);
    orderOptions.process = [...(orderOptions.process ?? []), checkTickets];
    const label = (value: string) => [{ languageCode: LanguageCode.en, value }];
    const given = { type: "string", nullable: true, length: 500 } as const;
    customFields.OrderLine.push({
      ...{ name: "cartwrightTicket", type: "string", nullable: true, public: false, readonly: true },
      label: label("Cartwright ticket"),
    });
    customFields.Order.push(
      { ...given, name: "cartwrightClick", label: label("Click on an affiliate’s link") },
      { ...given, name: "cartwrightVisitor", label: label("Cartwright visitor") },
    );
    return config;
  },
})
export class CartwrightPlugin {
  static options: CartwrightOptions;

  static init(options: CartwrightOptions) {
    CartwrightPlugin.options = options;
    return CartwrightPlugin;
  }
}

declare module "@vendure/core/dist/entity/custom-entity-fields.js" {
  interface CustomOrderLineFields {
    /** The ticket's ID, and which of its pieces this line is. */
    cartwrightTicket?: string | null;
  }
  interface CustomOrderFields {
    cartwrightClick?: string | null;
    cartwrightVisitor?: string | null;
  }
}
