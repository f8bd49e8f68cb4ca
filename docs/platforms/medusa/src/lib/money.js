/** Medusa has amounts in major units, with as many decimals as a calculation gave them. */
exports.moneyOf = (currency) => {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  const unit = 10 ** maximumFractionDigits;
  const minor = (amount) => Math.round(Number(amount ?? 0) * unit);
  return { minor, major: (amount) => minor(amount) / unit, fromMinor: (amount) => amount / unit };
};
