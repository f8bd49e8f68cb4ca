import type { Page, Request, ViewportSize } from "@playwright/test";
import { locales } from "../lib/contract/desk/locale-words.ts";
import { directionOf, type Locale, localeCookie, pseudoLocale } from "../lib/i18n/locales.ts";
import type { Screen } from "../scripts/screens.ts";
import { barriers, type Look, painted } from "./barriers.ts";
import { expect, type Merchant, test } from "./fixtures.ts";

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const narrowest = { width: 360, height: 740 };

declare global {
  interface Window {
    next: { router: { refresh(): void } };
  }
}

/** Opens screens and checks their accessibility, layout shifts, target sizes and widths. */
export class Visit {
  readonly merchant: Merchant;
  readonly page: Page;
  private states = 0;
  private readonly pending = new Set<Request>();

  constructor(merchant: Merchant) {
    this.merchant = merchant;
    this.page = merchant.page;
    this.page.on("request", (request) => this.pending.add(request));
    for (const end of ["requestfinished", "requestfailed"] as const) {
      this.page.on(end as "requestfinished", (request) => this.pending.delete(request));
    }
    // Accepts the browser's question about unsaved changes.
    this.page.on("dialog", (dialog) => dialog.accept());
  }

  async opens(path = ""): Promise<void> {
    await this.page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await this.merchant.opens(path);
    await this.stands(path);
  }

  async opensScreen(screen: Screen): Promise<void> {
    await this.page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await this.merchant.opensScreen(screen);
    await this.stands(screen.name);
  }

  async stands(path: string): Promise<void> {
    await this.page.waitForLoadState("networkidle").catch((cause) => {
      const waiting = [...this.pending].map((request) => `${request.resourceType()} ${request.url()}`);
      throw new Error(`${path || "overview"} still waits for ${waiting.join(", ")}`, { cause });
    });
    const { width } = this.page.viewportSize() ?? wide;
    expect.soft(await shifts(this.page), `${path || "overview"} at ${width} moves while it comes`).toEqual([]);
  }

  /** Checks a state in both themes, at three widths and in two languages, but not in every combination of these. */
  async looksAt(state: string): Promise<void> {
    await test.step(state, async () => {
      await this.looksInAllWays(state);
      await this.speaks("en");
      await this.page.setViewportSize(wide);
    });
  }

  /** Does the same where another page follows, which is in English again. */
  async looksAtLast(state: string): Promise<void> {
    await test.step(state, async () => {
      await this.looksInAllWays(state);
      await this.prefers("en");
      await this.page.setViewportSize(wide);
    });
  }

  /** Does the same in longer words from right to left instead of another language. The next page is in English again. */
  async looksAtScreen(name: string): Promise<void> {
    await test.step(name, async () => {
      await this.looksInEnglish(name);
      await this.speaks(pseudoLocale);
      await expect(this.page.getByRole("main").getByText("⟦").filter({ visible: true }).first()).toBeVisible();
      await this.page.setViewportSize(wide);
      expect.soft(await cutOff(this.page), `${name} in long words at ${wide.width}`).toEqual([]);
      await this.looksNarrow(`${name} in long words`);
      expect.soft(await cutOff(this.page), `${name} in long words at ${narrow.width}`).toEqual([]);
      await this.prefers("en");
      await this.page.setViewportSize(wide);
    });
  }

  private async looksInAllWays(state: string): Promise<void> {
    await this.looksInEnglish(state);
    // On a phone, the other languages take turns: most of their words are longer, and a language changes only texts.
    const others = locales.filter((each) => each !== "en");
    const locale = others[this.states++ % others.length] as Locale;
    await this.speaks(locale);
    await this.looksNarrow(`${state} in ${locale}`);
  }

  private async looksInEnglish(state: string): Promise<void> {
    await this.shows(`${state} at ${wide.width} in light`, wide, "light", "all but sizes");
    expect.soft(await smallTargets(this.page), `targets of ${state} at ${wide.width}`).toEqual([]);
    // A theme changes only colours, which do not depend on the width.
    await this.shows(`${state} at ${wide.width} in dark`, wide, "dark", "colours");
    await this.page.setViewportSize(narrowest);
    expect.soft(await sideways(this.page), `${state} at 360 scrolls sideways by`).toBe(0);
  }

  private async looksNarrow(state: string): Promise<void> {
    await this.shows(`${state} at ${narrow.width}`, narrow, "light", "the rest");
    expect.soft(await smallTargets(this.page), `targets of ${state} at ${narrow.width}`).toEqual([]);
    expect.soft(await sideways(this.page), `${state} at 390 scrolls sideways by`).toBe(0);
  }

  private async shows(what: string, size: ViewportSize, colorScheme: "light" | "dark", looksAt: Look): Promise<void> {
    await this.page.setViewportSize(size);
    await this.page.evaluate(() => window.scrollTo(0, 0));
    await this.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await painted(this.page);
    if (process.env.PICTURES) await this.page.screenshot({ path: `${process.env.PICTURES}/${what}.png` });
    expect.soft(await barriers(this.page, looksAt), what).toEqual([]);
  }

  /** Changes the language without a reload: what is open, entered or selected stays. */
  private async speaks(locale: Locale): Promise<void> {
    await this.prefers(locale);
    await this.page.evaluate(() => window.next.router.refresh());
    const root = this.page.locator("html");
    await expect(root).toHaveAttribute("lang", locale);
    await expect(root).toHaveAttribute("dir", directionOf(locale));
    // The title is set a moment after the rest.
    await expect(this.page).toHaveTitle(/./);
  }

  private async prefers(locale: Locale): Promise<void> {
    const { origin } = new URL(this.page.url());
    await this.page.context().addCookies([{ name: localeCookie, value: locale, url: origin }]);
  }
}

/** A test that goes through states of one new store, each following from the one before. */
export function walk(name: string, go: (visit: Visit) => Promise<unknown>): void {
  test(`${name}: no accessibility errors and no layout shifts`, { tag: "@long" }, async ({ merchant, complaints }) => {
    test.setTimeout(900_000);
    complaints.expect(/status of (404|500)/);
    await go(new Visit(merchant));
  });
}

/** Layout shifts since the document began, except those that follow an input. */
function shifts(page: Page): Promise<string[]> {
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
  return page.evaluate(async () => {
    const seen: Shift[] = [];
    const observer = new PerformanceObserver((list) => seen.push(...(list.getEntries() as Shift[])));
    observer.observe({ type: "layout-shift", buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    observer.disconnect();
    const told = ({ node, previousRect: from, currentRect: to }: Source) =>
      `“${node?.textContent?.slice(0, 40)}” from ${from.x},${from.y} to ${to.x},${to.y}`;
    const own = seen.filter(({ hadRecentInput }) => !hadRecentInput);
    return own.map(({ value, sources }) => `${value.toFixed(4)}: ${sources.map(told).join(" | ")}`);
  });
}

function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Controls that do not react 11 px around their centre (WCAG 2.5.8 asks for 24 px). Links within a sentence are exempt. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Controls under an open dialog, box or menu cannot be reached and are left out.
    const above = "dialog:modal, [popover]:popover-open:is([role=dialog], :has([role^=menuitem]))";
    const top = [...document.querySelectorAll(above)].at(-1) ?? document;
    const wanted = "a[href], button, input, select, [role^=menuitem], [role=option]";
    const shown = [...top.querySelectorAll<HTMLElement>(wanted)].filter((element) => {
      const style = getComputedStyle(element);
      const inSentence = element.matches("p a, li a") && style.display === "inline";
      return (
        element.checkVisibility({ visibilityProperty: true }) && !inSentence && !element.matches(".sr-only, [inert] *")
      );
    });
    const isSmall = (element: HTMLElement): boolean | undefined => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hits = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy);
        return hit !== null && (element.contains(hit) || hit.closest("label")?.control === element);
      };
      // A control whose centre is out of sight or covered cannot be measured.
      if (!hits(0, 0)) return undefined;
      return !(hits(-11, 0) && hits(11, 0) && hits(0, -11) && hits(0, 11));
    };
    const small = shown.filter((element) => {
      if (isSmall(element) === false) return false;
      element.scrollIntoView({ block: "center" });
      return isSmall(element);
    });
    return small.map((element) => `${element.outerHTML.slice(0, 120)} ${element.offsetWidth}x${element.offsetHeight}`);
  });
}

/** Translated texts, marked with ⟦, that are cut off, and pages that scroll sideways. Names may be cut off. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const beyond = root.scrollWidth - root.clientWidth;
    const cut = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => {
      const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.includes("⟦"));
      if (!words || !element.checkVisibility({ visibilityProperty: true }) || element.closest(".sr-only, [title]"))
        return false;
      const { overflowX } = getComputedStyle(element);
      if (["visible", "auto", "scroll"].includes(overflowX) || element.clientWidth < 2) return false;
      return element.scrollWidth > element.clientWidth + 1;
    });
    const told = cut.map((element) => `${element.tagName} ${element.textContent?.slice(0, 60)} ${element.className}`);
    if (beyond <= 0) return told;
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < 0 || right > root.clientWidth);
    });
    return [`${beyond} px sideways: ${wide.map((each) => `${each.tagName}.${each.className}`).slice(-3)}`, ...told];
  });
}
