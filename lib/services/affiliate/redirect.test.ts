import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { readClickId } from "./click-ids.ts";
import { keyFor } from "./environment.ts";
import { readAgent } from "./visitor.ts";

let services: TestServices;
let program: Program;
// biome-ignore lint/suspicious/noExplicitAny: an answer's body
let affiliate: any;

const browser =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
const crawler = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

beforeAll(async () => {
  services = await openTestServices();
});
beforeEach(async () => {
  program = await openProgram(services);
  affiliate = await program.affiliate();
});
afterAll(() => services.close());

let codes = 0;
const newCode = () => `Code-${++codes}`;
const follow = (code: string, headers: Record<string, string> = {}, method = "GET") =>
  services.visit(`/r/${code}`, { method, headers: { "user-agent": browser, ...headers } });
const clickOf = (answer: Response) => new URL(answer.headers.get("location") ?? "").searchParams.get("cw_click") ?? "";
const rows = async () => {
  await services.clicksWritten();
  const { rows } = await services.db.$client.query("select * from affiliate.click where tenant_id = $1 order by id", [
    program.tenantId,
  ]);
  return rows;
};
const clicksOfLink = async (id: string) => (await program.call("GET", `/links/${id}`)).body.clicks;

describe("the target of a link", () => {
  test("the target of a link is its destination with its campaign and a click id that names the link and the time", async () => {
    const code = newCode();
    const utm = { utm_source: "news letter", utm_medium: "e-mail", utm_campaign: "a&b" };
    const link = await program.link(affiliate.id, { code, destination_url: "https://shop.example.com/boots", ...utm });
    const answer = await follow(code);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const to = new URL(answer.headers.get("location") ?? "");
    expect(to.origin + to.pathname).toBe("https://shop.example.com/boots");
    expect(Object.fromEntries(to.searchParams)).toEqual({ ...utm, cw_click: clickOf(answer) });
    const read = readClickId(keyFor("click-id"), clickOf(answer));
    expect(read?.linkId).toBe(link.id);
    expect(Math.abs((read?.at.getTime() ?? 0) - Date.now())).toBeLessThan(10_000);
  });

  test("the target of a link keeps the query and the fragment of the destination byte by byte", async () => {
    const code = newCode();
    const destination_url = "https://shop.example.com/a%20b?utm_source=shop&q=%7Ea+b&x&cw=1#part?2";
    await program.link(affiliate.id, { code, destination_url, utm_source: "other", utm_medium: "mail" });
    const answer = await follow(code);
    expect(answer.headers.get("location")).toBe(
      `https://shop.example.com/a%20b?utm_source=shop&q=%7Ea+b&x&cw=1&utm_medium=mail&cw_click=${clickOf(answer)}#part?2`,
    );
  });

  test("the target of a link has a new click id if one was copied into the destination", async () => {
    const code = newCode();
    await program.link(affiliate.id, { code, destination_url: "https://shop.example.com/?cw_click=old&a=1" });
    const answer = await follow(code);
    expect(answer.headers.get("location")).toBe(`https://shop.example.com/?a=1&cw_click=${clickOf(answer)}`);
  });

  test.each([
    "?url=https://evil.example&destination_url=//evil.example&cw_click=x&utm_source=evil&sub_id=7",
    "?//evil.example",
    "?a=%0d%0aSet-Cookie:%20evil=1",
  ])("the target of a link contains nothing from the request: %s", async (query) => {
    const code = newCode();
    await program.link(affiliate.id, { code });
    const answer = await services.visit(`/r/${code}${query}`, {
      headers: { "user-agent": browser, host: "evil.example", "x-forwarded-host": "evil.example" },
    });
    expect(answer.headers.get("location")).toBe(`https://shop.example.com/?cw_click=${clickOf(answer)}`);
    expect(readClickId(keyFor("click-id"), clickOf(answer))).not.toBeNull();
    expect(JSON.stringify([...answer.headers])).not.toContain("evil");
  });

  test("the target of a link is found by the code in any case of letters", async () => {
    const code = newCode();
    await program.link(affiliate.id, { code });
    expect((await follow(code.toUpperCase())).status).toBe(302);
  });
});

describe("a link without a target", () => {
  const expectPage = async (answer: Response) => {
    expect(answer.status).toBe(404);
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const page = await answer.text();
    expect(page).toMatch(/<html lang="en">[\s\S]*<title>[^<]+<\/title>[\s\S]*<main>\s*<h1>/);
    return page;
  };

  test("a link without a target shows the same page whether it is unknown, disabled or deleted", async () => {
    const unknown = await expectPage(await follow("no-such-code"));
    const [disabled, deleted] = [newCode(), newCode()];
    const one = await program.link(affiliate.id, { code: disabled });
    await program.call("PUT", `/links/${one.id}`, { body: { status: "disabled" } });
    const other = await program.link(affiliate.id, { code: deleted });
    await program.call("DELETE", `/links/${other.id}`);
    expect(await expectPage(await follow(disabled))).toBe(unknown);
    expect(await expectPage(await follow(deleted))).toBe(unknown);
    expect(await expectPage(await follow("%3Cscript%3E"))).toBe(unknown);
    expect(await expectPage(await follow("x".repeat(5_000)))).toBe(unknown);
    expect(await rows()).toEqual([]);
  });

  test("a link without a target stops redirecting within seconds after it is disabled, and redirects again once it is enabled", async () => {
    const code = newCode();
    const link = await program.link(affiliate.id, { code });
    expect((await follow(code)).status).toBe(302);
    await program.call("PUT", `/links/${link.id}`, { body: { status: "disabled" } });
    await vi.waitFor(async () => expect((await follow(code)).status).toBe(404), { timeout: 5_000, interval: 100 });
    await program.call("PUT", `/links/${link.id}`, { body: { status: "active" } });
    await vi.waitFor(async () => expect((await follow(code)).status).toBe(302), { timeout: 5_000, interval: 100 });
  });

  test("a link without a target answers 405 to other methods than GET and HEAD", async () => {
    const code = newCode();
    await program.link(affiliate.id, { code });
    const answer = await follow(code, {}, "POST");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect(await rows()).toEqual([]);
  });
});

describe("the record of a click", () => {
  test("the record of a click describes the visit without its IP address, counts once, and its id is set as a cookie", async () => {
    process.env.COUNTRY_HEADER = "cf-ipcountry";
    await program.call("PATCH", "/program", { body: { attribution_window_days: 7 } });
    const code = newCode();
    const link = await program.link(affiliate.id, { code, utm_source: "mira" });
    const answer = await follow(code, {
      referer: "https://blog.example.com/post?reader=secret#me",
      "x-client-address": "203.0.113.9",
      "cf-ipcountry": "de",
    });
    expect(answer.headers.get("set-cookie")).toBe(
      `cw_click=${clickOf(answer)}; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax`,
    );
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: clickOf(answer),
      link_id: link.id,
      affiliate_id: affiliate.id,
      landing_page: "https://shop.example.com/?utm_source=mira",
      referrer: "https://blog.example.com/post",
      country: "DE",
      device: "mobile",
      browser: "Safari",
      os: "iOS",
      is_bot: false,
      order_id: null,
    });
    expect(row.occurred_at).toEqual(readClickId(keyFor("click-id"), row.id)?.at);
    expect(row.ip_hash).toHaveLength(16);
    expect(JSON.stringify(row)).not.toMatch(/secret|203\.0/);
    expect(await clicksOfLink(link.id)).toBe(1);
    delete process.env.COUNTRY_HEADER;
    const other = await follow(code, { "cf-ipcountry": "FR", "x-client-address": "203.0.113.10" });
    const [, second] = await rows();
    expect(second).toMatchObject({ id: clickOf(other), country: null });
    expect(second.ip_hash).not.toEqual(row.ip_hash);
  });

  test("the record of a click has a Secure cookie over https", async () => {
    const before = process.env.CARTWRIGHT_ORIGIN;
    process.env.CARTWRIGHT_ORIGIN = "https://go.example.com";
    const code = newCode();
    await program.link(affiliate.id, { code });
    expect((await follow(code)).headers.get("set-cookie")).toMatch(/; Secure$/);
    if (before === undefined) delete process.env.CARTWRIGHT_ORIGIN;
    else process.env.CARTWRIGHT_ORIGIN = before;
  });

  test("the record of a click of a bot is marked and counted in no sum, and the bot is redirected without a cookie", async () => {
    const code = newCode();
    const link = await program.link(affiliate.id, { code });
    for (const agent of [crawler, "curl/8.5.0", ""]) {
      const answer = await follow(code, { "user-agent": agent });
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([302, null]);
    }
    expect((await rows()).map((row) => row.is_bot)).toEqual([true, true, true]);
    expect(await clicksOfLink(link.id)).toBe(0);
    const { rows: days } = await services.db.$client.query(
      "select clicks, bots from affiliate.daily_click_total where tenant_id = $1",
      [program.tenantId],
    );
    expect(days).toEqual([{ clicks: 0, bots: 3 }]);
  });

  test.each<[string, Record<string, string>, string]>([
    ["HEAD", {}, "HEAD"],
    ["a prefetch", { "sec-purpose": "prefetch;prerender" }, "GET"],
    ["an older prefetch", { purpose: "prefetch" }, "GET"],
  ])("the record of a click does not exist for %s, which is redirected", async (_, headers, method) => {
    const code = newCode();
    await program.link(affiliate.id, { code });
    const answer = await follow(code, headers, method);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([302, null]);
    expect(readClickId(keyFor("click-id"), clickOf(answer))).not.toBeNull();
    expect(await rows()).toEqual([]);
  });

  test("the record of a click is written and counted once for each of many clicks of two stores at once", async () => {
    const other = await openProgram(services);
    const [own, foreign] = [newCode(), newCode()];
    const link = await program.link(affiliate.id, { code: own });
    await other.link((await other.affiliate()).id, { code: foreign });
    const answers = await Promise.all(Array.from({ length: 900 }, (_, n) => follow(n % 3 ? own : foreign)));
    expect(new Set(answers.map(clickOf)).size).toBe(900);
    const written = await rows();
    expect(written.map(({ id }) => id)).toEqual(
      answers
        .filter((_, n) => n % 3)
        .map(clickOf)
        .sort(),
    );
    expect(await clicksOfLink(link.id)).toBe(600);
  });

  test("the record of a click is not lost if the database refuses for a moment", async () => {
    const code = newCode();
    const link = await program.link(affiliate.id, { code });
    await services.db.$client.query("alter table affiliate.click rename to away");
    await follow(code);
    await services.clicksWritten();
    await services.db.$client.query("alter table affiliate.away rename to click");
    await vi.waitFor(async () => expect(await clicksOfLink(link.id)).toBe(1), { timeout: 5_000, interval: 100 });
  });
});

test.each([
  [browser, "mobile", "Safari", "iOS"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36 Edg/141.0", "desktop", "Edge", "Windows"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/141.0 Mobile Safari/537.36", "mobile", "Chrome", "Android"],
  ["Mozilla/5.0 (Linux; Android 15; SM-X700) SamsungBrowser/28 Safari/537", "tablet", "Samsung Internet", "Android"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:140.0) Gecko/20100101 Firefox/140.0",
    "desktop",
    "Firefox",
    "macOS",
  ],
  ["Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) CriOS/141.0 Safari/604.1", "tablet", "Chrome", "iOS"],
])("%s", (words, device, name, os) => {
  expect(readAgent(words)).toEqual({ isBot: false, device, browser: name, os });
});

test.each([
  crawler,
  "facebookexternalhit/1.1",
  "Mozilla/5.0 (X11; Linux) HeadlessChrome/141.0",
  "Slackbot-LinkExpanding 1.0",
  "python-requests/2.32",
  "Mozilla/5.0 (compatible; AhrefsBot/7.0)",
])("%s is a bot", (words) => {
  expect(readAgent(words).isBot).toBe(true);
});
