import { useDesk } from "@/lib/api/desk";

type Sum = { amount: number | undefined; currency: string | undefined };

/** Every sum that is not zero, one below the other, because different currencies are never added up. */
export function Sums({ of }: { of: readonly Sum[] }) {
  const { money } = useDesk();
  const known = of.filter(({ amount }) => amount !== undefined);
  const shown = known.filter(({ amount }) => amount !== 0);
  return (shown.length > 0 ? shown : known.slice(0, 1)).map(({ amount, currency }) => (
    <span key={currency} className="block">
      {money(amount as number, currency)}
    </span>
  ));
}
