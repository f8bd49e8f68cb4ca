import "server-only";
import { env } from "../../env.ts";
import { logoPath, type PartnerProgram } from "../../memory/partner-program.ts";

/** Mail readers know no style sheets, so each element has its style. */
export function toHtml(paragraphs: readonly string[], program: PartnerProgram): string {
  const { name, accent } = program;
  const logo = logoPath(program);
  const colour = accent ?? "#1f2937";
  const head = logo
    ? `<img src="${new URL(logo, env().CARTWRIGHT_ORIGIN).href}" alt="${escaped(name)}" height="40" style="display:block;height:40px;width:auto">`
    : `<strong style="font-size:18px">${escaped(name)}</strong>`;
  return [
    `<div style="max-width:560px;margin:0 auto;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#1f2937">`,
    `<div style="padding-bottom:16px;border-bottom:3px solid ${colour}">${head}</div>`,
    ...paragraphs.map((text) => `<p style="margin:20px 0">${paragraph(text.trim(), colour)}</p>`),
    "</div>",
  ].join("\n");
}

const address = /https?:\/\/[^\s<>"]+/g;

function paragraph(text: string, colour: string): string {
  const linked = escaped(text).replace(
    address,
    (url) => `<a href="${url}" style="color:${colour};text-decoration:underline;word-break:break-all">${url}</a>`,
  );
  return linked.replaceAll("\n", "<br>");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark);
