/** `max_offers_perCheckout` becomes "Max offers per checkout". */
export function humanize(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\-.\s]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? key : words[0]?.toUpperCase() + words.slice(1);
}
