// Stripe's decimals differ from ISO 4217 in a few currencies, such as ISK and UGX, which have two there and none here.
const noDecimals = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ");
const threeDecimals = "BHD JOD KWD OMR TND".split(" ");

/** How many decimals the smallest unit of Stripe's amounts has. */
export const digitsAtStripe = (currency: string) =>
  noDecimals.includes(currency) ? 0 : threeDecimals.includes(currency) ? 3 : 2;
