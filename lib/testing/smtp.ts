import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";

type Mail = { from: string; to: string[]; headers: string; text: string };

export async function openMailbox() {
  const mails: Mail[] = [];
  /** `silent` keeps a mail without a response, `busy` asks to try again later. */
  const state = { refuses: false, silent: false, busy: false };
  const server = createServer(async (socket) => {
    socket.on("error", () => {});
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 mailbox.test");
    let mail = { from: "", to: [] as string[] };
    let lines: string[] | null = null;
    for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (lines) {
        if (line !== ".") lines.push(line.replace(/^\./, ""));
        else {
          mails.push({ ...mail, ...read(lines) });
          lines = null;
          if (!state.silent) say("250 kept");
        }
        continue;
      }
      const [, verb = "", rest = ""] = /^(\w+)\s*(.*)$/.exec(line) ?? [];
      const address = /<([^>]*)>/.exec(rest)?.[1] ?? "";
      if (verb === "MAIL") mail = { from: address, to: [] };
      if (verb === "RCPT") mail.to.push(address);
      if (verb === "DATA") lines = [];
      say(
        {
          DATA: "354 go on",
          QUIT: "221 bye",
          RCPT: state.refuses ? "550 nobody" : state.busy ? "451 later" : "250 ok",
        }[verb] ?? "250 ok",
      );
      if (verb === "QUIT") socket.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    state,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function read(lines: readonly string[]): { headers: string; text: string } {
  const end = lines.indexOf("");
  const headers = lines.slice(0, end).join("\n");
  const body = lines.slice(end + 1).join("\n");
  const [, boundary] = /boundary="([^"]+)"/.exec(headers) ?? [];
  if (boundary === undefined) return { headers, text: decoded(headers, body) };
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return { headers, text: parts.map((part) => read(part.trim().split("\n")).text).join("\n") };
}

function decoded(headers: string, body: string): string {
  if (/base64/i.test(headers)) return Buffer.from(body, "base64").toString("utf8");
  if (!/quoted-printable/i.test(headers)) return body;
  return body
    .replace(/=\n/g, "")
    .replace(/(?:=[0-9A-F]{2})+/g, (text) => decodeURIComponent(text.replaceAll("=", "%")));
}
