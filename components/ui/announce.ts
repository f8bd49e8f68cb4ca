type Urgency = "polite" | "assertive";
type Waiting = { message: string; about: string | undefined };

/** A reader drops what it was about to read when the region changes again. */
const pause = 1_000;
const waiting: Record<Urgency, Waiting[]> = { polite: [], assertive: [] };
const speaking = new Set<Urgency>();

/**
 * Says something to screen readers. What comes while something else is being said is said after it, all of it at once; of
 * what is `about` the same thing only the last.
 */
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
  // Readers ignore a region that appears together with its text, and a text that does not change.
  setTimeout(() => {
    // A dialog that closed meanwhile took it away.
    if (!region.isConnected) return speak(urgency);
    region.textContent = waiting[urgency].map(({ message }) => message).join(" ");
    waiting[urgency] = [];
    setTimeout(() => {
      if (waiting[urgency].length > 0) speak(urgency);
      else speaking.delete(urgency);
    }, pause);
  }, 120);
}

/**
 * A modal dialog makes the rest of the page inert, live regions included, so the region sits in the topmost open dialog, or
 * in the body.
 */
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
