"use client";

import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { useTouched } from "../ui/hydrate-on-touch";

/** Nothing on the server. In the browser, what is far below comes once somebody touches the page or scrolls near it. */
export function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const touched = useTouched();
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some((each) => each.isIntersecting)) return;
        watch.disconnect();
        startTransition(() => setNear(true));
      },
      { rootMargin: "200px" },
    );
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return touched || isNear ? children : <div ref={place} className="absolute inset-0" />;
}
