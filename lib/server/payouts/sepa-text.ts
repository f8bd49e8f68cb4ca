// Banks of the SEPA area accept only these characters: a-z A-Z 0-9 / - ? : ( ) . , ' + and the space.

const letters: Record<string, string> = {
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  ẞ: "SS",
  Æ: "AE",
  æ: "ae",
  Œ: "OE",
  œ: "oe",
  Ø: "O",
  ø: "o",
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  Þ: "Th",
  þ: "th",
  Ð: "D",
  ð: "d",
  ı: "i",
  ĸ: "k",
  Ŋ: "N",
  ŋ: "n",
  "&": "+",
  "@": "(at)",
  _: "-",
  "–": "-",
  "—": "-",
  "‐": "-",
  "‑": "-",
  "’": "'",
  "‘": "'",
  "`": "'",
  "´": "'",
  "€": "EUR",
  "[": "(",
  "]": ")",
  "{": "(",
  "}": ")",
  ";": ",",
  "!": ".",
  ...pairs("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o"),
  ...pairs(
    "абвгдежзийклмнопрстуфхцчшщъыьэюяѓѕјљњќџђћєіїґ",
    "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh sht a y y e yu ya g dz j lj nj k dz dj c ye i yi g",
  ),
};

function pairs(from: string, to: string): Record<string, string> {
  const latin = to.split(" ");
  return Object.fromEntries(
    [...from].flatMap((letter, at) => {
      const small = latin[at] as string;
      const upper = letter.toUpperCase();
      const large = small.slice(0, 1).toUpperCase() + small.slice(1);
      return [...(upper === letter ? [] : [[upper, large]]), [letter, small]];
    }),
  );
}

const latin = (text: string) => [...text].map((char) => letters[char] ?? char).join("");

/** Writes a text in the characters of SEPA. Null if a letter of it has no equivalent there, or if nothing is left. */
export function sepaText(text: string, max: number): string | null {
  // Letters such as ö have their own equivalent; others only lose their accents.
  const plain = latin(latin(text.normalize("NFC")).normalize("NFKD").replace(/\p{M}/gu, ""));
  if (/[^A-Za-z0-9](?<=[\p{L}\p{N}])/u.test(plain)) return null;
  const written = plain
    .replace(/[^A-Za-z0-9/\-?:().,'+]+/g, " ")
    .replace(/\/+/g, "/")
    .replace(/^[ /]+/, "")
    .slice(0, max)
    .replace(/[ /]+$/, "");
  return /[A-Za-z0-9]/.test(written) ? written : null;
}
