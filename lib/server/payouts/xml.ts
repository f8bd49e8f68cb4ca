import { XMLParser, XMLValidator } from "fast-xml-parser";
import { ApiError, isRecord, type Sentence } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";

/** An element is a text, or its children and attributes (`@name`) by name. Prefixes of namespaces are left out. */
export type Xml = Record<string, unknown>;

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Document types are refused, because they can define entities that grow without limit or read other files. */
export function readXml(text: string): Xml {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw unreadable(sentence("xmlDocumentType"));
  requireBounds(text);
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw unreadable(sentence("xmlForm", { line: valid.err.line }));
  try {
    return parser.parse(text);
  } catch {
    throw unreadable(sentence("xmlUnreadable"));
  }
}

const mostElements = 400_000;
const deepest = 60;

/** Before anything is built from the file, because deep or many elements take more memory than the file. */
function requireBounds(text: string): void {
  let [elements, depth] = [0, 0];
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const next = text[at + 1];
    if (next === "/") depth--;
    else if (next !== "!" && next !== "?") {
      elements++;
      if (text[text.indexOf(">", at) - 1] !== "/") depth++;
    }
    if (depth > deepest) throw unreadable(sentence("xmlLevels", { count: deepest }));
    if (elements > mostElements) throw unreadable(sentence("xmlElements", { count: mostElements }));
  }
}

export const unreadable = (said: Sentence) => new ApiError(400, "invalid_request", said);

/** The children of this name, whether there are none, one or several. */
export function all(of: unknown, ...path: readonly string[]): unknown[] {
  return path.reduce<unknown[]>((found, name) => found.flatMap((each) => childrenOf(each, name)), [of]);
}

function childrenOf(of: unknown, name: string): unknown[] {
  const child = isRecord(of) && Object.hasOwn(of, name) ? of[name] : undefined;
  return child === undefined ? [] : Array.isArray(child) ? child : [child];
}

export function textAt(of: unknown, ...path: readonly string[]): string | null {
  const [found] = all(of, ...path);
  const text = isRecord(found) ? found["#text"] : found;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : null;
}
