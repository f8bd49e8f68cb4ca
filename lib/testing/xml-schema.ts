import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { validateXML } from "xmllint-wasm";

const path = new URL("pain.001.001.09.xsd", import.meta.url).pathname;
const schema = readFileSync(path, "utf8");

/** Returns what libxml2, compiled to WebAssembly, finds wrong in a payment file. */
export async function schemaErrors(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: "file.xml", contents: xml },
    schema: { fileName: "pain.001.001.09.xsd", contents: schema },
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

export const hasXmllint = spawnSync("xmllint", ["--version"]).status === 0;

/** The same by the operating system's own xmllint. Throws if the file is not valid. */
export function requireValid(xml: string): void {
  execFileSync("xmllint", ["--noout", "--nonet", "--schema", path, "-"], { input: xml, stdio: "pipe" });
}
