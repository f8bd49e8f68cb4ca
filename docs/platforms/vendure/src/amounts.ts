import type { ConfigService, ID } from "@vendure/core";

/** Between the amounts and IDs of Vendure and those of Cartwright, which are the same as in the shop API. */
export class Amounts {
  constructor(private readonly config: ConfigService) {}

  private get unit(): number {
    return 10 ** (this.config.entityOptions.moneyStrategy.precision ?? 2);
  }

  major(amount: number): number {
    return amount / this.unit;
  }

  minor(amount: number): number {
    return Math.round(amount * this.unit);
  }

  /** The affiliate service counts in the smallest units of the currency, which Vendure may not. */
  smallest(amount: number, currency: string): number {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
      style: "currency",
      currency,
    }).resolvedOptions();
    return Math.round(this.major(amount) * 10 ** maximumFractionDigits);
  }

  encode(id: ID): string {
    return this.config.entityOptions.entityIdStrategy?.encodeId(id as never) ?? String(id);
  }

  decode(id: string): ID {
    return this.config.entityOptions.entityIdStrategy?.decodeId(id) ?? id;
  }
}
