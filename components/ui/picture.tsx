import { Package } from "lucide-react";
import { cn } from "./cn";

/** Decorates a name. It takes the same space without a picture, so that names stay aligned. */
export function Picture({ src, className = "size-8" }: { src: string | null | undefined; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "inline-grid shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken align-middle text-muted",
        className,
      )}
    >
      {src ? (
        // biome-ignore lint/performance/noImgElement: pictures of a shop are where the shop put them, in any size.
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full min-h-0 object-contain"
        />
      ) : (
        <Package className="size-4" />
      )}
    </span>
  );
}
