const { cpSync, rmSync, writeFileSync } = require("node:fs");

/** Medusa loads plug-ins from this folder. */
const made = ".medusa/server/src";

async function prepare() {
  const { CARTWRIGHT_URL } = process.env;
  if (!CARTWRIGHT_URL)
    throw new Error("CARTWRIGHT_URL must be Cartwright's address, such as https://desk.example.com.");
  const helper = new URL("/sdk/v1/shop.mjs", CARTWRIGHT_URL);
  const response = await fetch(helper);
  if (!response.ok) throw new Error(`${helper} responded with status ${response.status}.`);
  rmSync(made, { recursive: true, force: true });
  cpSync("src", made, { recursive: true });
  writeFileSync(`${made}/lib/shop.mjs`, await response.text());
}

prepare().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
