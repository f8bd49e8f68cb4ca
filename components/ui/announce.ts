type Urgency = "polite" | "assertive";
type Waiting = { message: string; about: string | undefined };

/** A screen reader drops a message when the live region changes again too soon. */
const pause = 1_000;
const waiting: Record<Urgency, Waiting[]> = { polite: [], assertive: [] };
const speaking = new Set<Urgency>();

/** Messages that arrive meanwhile are announced together afterwards; of those with the same `about`, only the last. */
export function announce(message: string, urgency: Urgency = "polite", about?: string) {
  waiting[urgency] = [
    ...waiting[urgency].filter((each) => about === undefined || each.about !== about),
    { message, about },
  ];
  if (!speaking.has(urgency)) speak(urgency);
}

function speak(urgency: Urgency) {
  speaking.add(urgency);
  const region = regionOf(urgency);
  region.textContent = "";
  // Screen readers ignore a live region that appears together with its text, and a text that does not change.
  setTimeout(() => {
    // A dialog that has closed in the meantime removed the region.
    if (!region.isConnected) return speak(urgency);
    region.textContent = waiting[urgency].map(({ message }) => message).join(" ");
    waiting[urgency] = [];
    setTimeout(() => {
      if (waiting[urgency].length > 0) speak(urgency);
      else speaking.delete(urgency);
    }, pause);
  }, 120);
}

/** A modal dialog makes everything outside it inert, live regions included, so the region is in the topmost dialog. */
function regionOf(urgency: Urgency): HTMLElement {
  const host = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const found = host.querySelector<HTMLElement>(`:scope > [data-announce=${urgency}]`);
  if (found) return found;
  const region = document.createElement("div");
  region.className = "sr-only";
  region.dataset.announce = urgency;
  region.setAttribute("role", urgency === "assertive" ? "alert" : "status");
  host.append(region);
  return region;
}
