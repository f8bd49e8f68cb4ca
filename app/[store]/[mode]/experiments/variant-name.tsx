import type { Names } from "./results/arms";

export function VariantName({ name, names }: { name: string; names: Names }) {
  const label = names.get(name);
  if (label === undefined) return name;
  return (
    <span className="wrap-anywhere">
      {label} <span className="font-normal text-muted">{name}</span>
    </span>
  );
}
