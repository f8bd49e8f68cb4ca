/**
 * Says something to screen readers. A modal dialog makes the rest of the page inert, live regions included, so the region
 * sits in the topmost open dialog, or in the body.
 */
export function announce(message: string, urgency: "polite" | "assertive" = "polite") {
  const host = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  let region = host.querySelector<HTMLElement>(`:scope > [data-announce=${urgency}]`);
  if (!region) {
    region = document.createElement("div");
    region.className = "sr-only";
    region.dataset.announce = urgency;
    region.setAttribute("role", urgency === "assertive" ? "alert" : "status");
    host.append(region);
  }
  region.textContent = "";
  const target = region;
  // Readers ignore a region that appears together with its text, and a text that does not change.
  setTimeout(() => {
    target.textContent = message;
  }, 120);
}
