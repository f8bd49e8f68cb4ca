import type { QueryClient } from "@tanstack/react-query";
import { tabId } from "../send";
import { createRefresher } from "./refresh";
import { shareStream } from "./share";
import { changeEvent, setLost } from "./state";

/** A tab that is hidden for less than this keeps the connection. */
const hiddenMs = 10_000;
/** A server restart takes less than this and needs no message. */
const lostMs = 8_000;

type Options = { store: string; mode: string; cursor: string; queryClient: QueryClient };

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
  // With a connection or a lock, the browser would not keep the page for the back button.
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
