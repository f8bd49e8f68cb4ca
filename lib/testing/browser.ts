/** Keeps cookies and has an IP address of its own. */
export function openBrowser(
  origin: string,
  route: { POST(request: Request, context: { params: Promise<{ all: string[] }> }): Promise<Response> },
  address: string,
  base = "/api/auth",
) {
  const jar = new Map<string, string>();
  return {
    jar,
    cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
    async post(path: string, body: object = {}, from = origin) {
      const { host } = new URL(from);
      const request = new Request(`${origin}${base}/${path}`, {
        method: "POST",
        headers: {
          host,
          origin: from,
          "content-type": "application/json",
          "x-client-address": address,
          cookie: this.cookie(),
        },
        body: JSON.stringify(body),
      });
      const answer = await route.POST(request, { params: Promise.resolve({ all: path.split("/") }) });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "" || /Max-Age=0/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
      return { status: answer.status, body: (await answer.json()) as any };
    },
  };
}
