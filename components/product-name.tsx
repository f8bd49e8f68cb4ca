import { cn } from "./ui/cn";

type Props = {
  id: string;
  name?: string | null | undefined;
  /** For tables with few columns. */
  roomy?: boolean;
};

/** A product's name with its id as a tooltip, or its id if it has no name. */
export function ProductName({ id, name, roomy }: Props) {
  const room = roomy ? "sm:max-w-44" : "sm:max-w-24 2xl:max-w-44";
  return (
    <span className={cn("inline-block truncate align-bottom", room)} {...(name && { title: id })}>
      {name ?? id}
    </span>
  );
}
