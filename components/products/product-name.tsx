import { Doubt } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Picture } from "@/components/ui/picture";

type Props = {
  id: string;
  name?: string | null | undefined;
  picture?: string | undefined;
  /** Says that nobody knows the product. */
  doubt?: string | undefined;
  roomy?: boolean;
};

export function ProductName({ id, name, picture, doubt, roomy }: Props) {
  const room = roomy ? "sm:max-w-44" : "sm:max-w-24 2xl:max-w-44";
  return (
    <span className="inline-flex max-w-full items-center gap-2 align-middle">
      {picture && <Picture src={picture} className="size-6" />}
      <span className={cn("truncate", room)} {...(name && { title: id })}>
        {name ?? id}
      </span>
      {doubt && <Doubt>{doubt}</Doubt>}
    </span>
  );
}
