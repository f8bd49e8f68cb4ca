import type { QueryClient } from "@tanstack/react-query";
import { tabId } from "../send";
import { createRefresher } from "./refresh";
import { shareStream } from "./share";
import { changeEvent, setLost } from "./state";

/** A person who only looks elsewhere for a moment keeps their place. */
const hiddenMs = 10_000;
/** A restart of the server is shorter, and nothing to tell of. */
const lostMs = 8_000;

type Options = { store: string; mode: string; cursor: string; queryClient: QueryClient };

/** Keeps what this tab shows fresh; pauses while nobody looks at it. Returns its end. */
export function startLive({ store, mode, cursor, queryClient }: Options): () => void {
  const refresher = createRefresher(queryClient, { store, mode });
  let losing: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const share = shareStream({
    name: `live ${store}/${mode}`,
    url: `/api/${store}/${mode}/desk/live`,
    after: cursor,
    onTold({ change }) {
      if (change === undefined) return;
      refresher.take(change);
      if (change && change.tab !== tabId) window.dispatchEvent(new CustomEvent(changeEvent, { detail: change }));
    },
    onOpen(open) {
      clearTimeout(losing);
      losing = open ? undefined : setTimeout(() => setLost(true), lostMs);
      if (open) setLost(false);
    },
  });

  const pause = () => {
    clearTimeout(losing);
    setLost(false);
    share.leave();
  };
  const turn = () => {
    clearTimeout(hiding);
    if (document.visibilityState === "hidden") hiding = setTimeout(pause, hiddenMs);
    else {
      share.join();
      refresher.catchUp();
    }
  };
  turn();
  document.addEventListener("visibilitychange", turn);
  // A page that holds a connection or a lock could not be kept for the way back to it.
  window.addEventListener("pagehide", pause);
  window.addEventListener("pageshow", turn);
  return () => {
    clearTimeout(hiding);
    document.removeEventListener("visibilitychange", turn);
    window.removeEventListener("pagehide", pause);
    window.removeEventListener("pageshow", turn);
    refresher.stop();
    pause();
  };
}
