import { cn } from "@/components/ui/cn";

type Props = {
  id: string;
  name?: string | null | undefined;
  roomy?: boolean;
};

export function ProductName({ id, name, roomy }: Props) {
  const room = roomy ? "sm:max-w-44" : "sm:max-w-24 2xl:max-w-44";
  return (
    <span className={cn("inline-block truncate align-bottom", room)} {...(name && { title: id })}>
      {name ?? id}
    </span>
  );
}
