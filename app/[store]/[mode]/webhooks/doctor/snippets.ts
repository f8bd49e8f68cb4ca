import type { Pasted } from "./diagnose";

export const files = {
  node: { language: "Node", name: "verify.mjs", run: "node verify.mjs" },
  python: { language: "Python", name: "verify.py", run: "python3 verify.py" },
  php: { language: "PHP", name: "verify.php", run: "php verify.php" },
  ruby: { language: "Ruby", name: "verify.rb", run: "ruby verify.rb" },
  go: { language: "Go", name: "verify.go", run: "go run verify.go" },
  shell: { language: "Shell", name: "verify.sh", run: "sh verify.sh" },
};
export type Language = keyof typeof files;
export const languages = Object.keys(files) as Language[];

type Parts = Pick<Pasted, "body" | "header">;

/**
 * The secret comes from the environment and is never part of the file. The body is in base64, so that no editor, quote
 * or escape changes a byte of it; a receiver reads it raw from its request.
 */
export function snippet(language: Language, { body, header }: Parts): string {
  return writers[language]({
    body: toBase64(body),
    header: header.replaceAll(/[^\x21-\x7e]/g, "").replaceAll(/["'\\$`#{}]/g, ""),
  });
}

const writers: Record<Language, (parts: Parts) => string> = {
  node: ({ body, header }) => `import { createHmac, timingSafeEqual } from "node:crypto";

const verify = (rawBody, header, secret) => {
  const expected = Buffer.from("sha256=" + createHmac("sha256", secret).update(rawBody).digest("hex"));
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const rawBody = Buffer.from("${body}", "base64");
const header = "${header}";
const genuine = verify(rawBody, header, process.env.SIGNING_SECRET);
console.log(genuine ? "genuine" : "refused");
process.exitCode = genuine ? 0 : 1;
`,
  python: ({ body, header }) => `import base64, hashlib, hmac, os, sys


def verify(raw_body, header, secret):
    expected = "sha256=" + hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, header)


raw_body = base64.b64decode("${body}")
header = "${header}"
genuine = verify(raw_body, header, os.environ["SIGNING_SECRET"])
print("genuine" if genuine else "refused")
sys.exit(0 if genuine else 1)
`,
  php: ({ body, header }) => `<?php
function verify(string $rawBody, string $header, string $secret): bool
{
    return hash_equals("sha256=" . hash_hmac("sha256", $rawBody, $secret), $header);
}

$rawBody = base64_decode("${body}");
$header = "${header}";
$genuine = verify($rawBody, $header, getenv("SIGNING_SECRET"));
echo $genuine ? "genuine\\n" : "refused\\n";
exit($genuine ? 0 : 1);
`,
  ruby: ({ body, header }) => `require "openssl"

def verify(raw_body, header, secret)
  expected = "sha256=" + OpenSSL::HMAC.hexdigest("SHA256", secret, raw_body)
  expected.bytesize == header.bytesize && OpenSSL.fixed_length_secure_compare(expected, header)
end

raw_body = "${body}".unpack1("m0")
header = "${header}"
genuine = verify(raw_body, header, ENV.fetch("SIGNING_SECRET"))
puts(genuine ? "genuine" : "refused")
exit(genuine ? 0 : 1)
`,
  go: ({ body, header }) => `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
)

func verify(rawBody []byte, header, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(rawBody)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(header))
}

func main() {
	rawBody, _ := base64.StdEncoding.DecodeString("${body}")
	header := "${header}"
	if verify(rawBody, header, os.Getenv("SIGNING_SECRET")) {
		fmt.Println("genuine")
		return
	}
	fmt.Println("refused")
	os.Exit(1)
}
`,
  shell: ({ body, header }) => `#!/bin/sh
# For looking into one event: a shell does not compare in constant time, so no receiver should be one.
header='${header}'
expected="sha256=$(printf %s '${body}' | openssl base64 -d -A | openssl dgst -sha256 -hmac "$SIGNING_SECRET" | sed 's/^.* //')"
if [ "$header" = "$expected" ]; then
  echo genuine
else
  echo refused
  exit 1
fi
`,
};

function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}
