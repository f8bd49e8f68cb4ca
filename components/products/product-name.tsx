import { Doubt } from "@/components/ui/badge";
import { Picture } from "@/components/ui/picture";

type Props = {
  id: string;
  name?: string | null | undefined;
  picture?: string | undefined;
  /** Says that nobody knows the product. */
  doubt?: string | undefined;
};

export function ProductName({ id, name, picture, doubt }: Props) {
  const words = (
    <span className="wrap-anywhere">
      <span {...(name && { title: id })}>{name ?? id}</span>
      {doubt && <Doubt>{doubt}</Doubt>}
    </span>
  );
  if (!picture) return words;
  return (
    <span className="flex items-center gap-2">
      <Picture src={picture} className="size-6" />
      {words}
    </span>
  );
}
