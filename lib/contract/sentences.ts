import { type Sentence, type SentenceValues, schemaSentences, type Value } from "./errors.ts";

/** What contracts say about what is sent to them, by the keys of errors. Other languages translate by the key. */
export const sentences = {
  addressWhole: "An address needs a town and a country.",
  required: "This field is required.",
  empty: "Must not be empty.",
  unknownField: "This is not a known field.",
  atMostCharacters: "Must be at most {count} characters.",
  atLeastCharacters: "Must be at least {count} characters.",
  control: "Must not contain control characters.",
  plainSecret: "Must not contain spaces or special characters.",
  invisible: "Must not contain invisible characters. Enter it by hand instead of pasting it.",
  addressInName: "Must not contain an address. If there is a dot inside the name, add a space after it.",
  unicode: "Must be well-formed Unicode.",
  oneOf: "Must be one of {words}.",
  number: "Must be a number.",
  aKind: "Must be a {kind}.",
  anKind: "Must be an {kind}.",
  between: "Must be between {least} and {most}.",
  above: "Must be more than {least}.",
  aboveAndMost: "Must be more than {least} and at most {most}.",
  atMost: "Must be at most {most}.",
  notBelow: "Must not be less than {least}.",
  notNegative: "Must not be negative.",
  wholeFrom: "Must be a whole number from {least} to {most}.",
  numberFrom: "Must be from {least} to {most}.",
  wholeUp: "Must be a whole number of at least {least}.",
  minor: "Must be a whole number of minor units, such as cents.",
  amount: "Must be an amount such as {example}.",
  amountMost: "Must be an amount of at most {most}.",
  email: "Must be an email address.",
  web: "Must be an address that begins with https:// or http://.",
  secureWeb: "Must be an address that begins with https://, or with http://localhost.",
  storeCurrency: "Must be the store’s currency, {currency}.",
  notFuture: "Must be after {day} and not in the future.",
  eventType: "This is not a known type of event.",
  date: "Must be a date in the form YYYY-MM-DD.",
  time: "Must be an ISO 8601 time in UTC.",
  dateBefore: "Must not be before {day}.",
  daysFrom: "The range must be at most {count} days.",
  currency: "Must be a currency code such as {example}.",
  currencyIso: "Must be an ISO 4217 currency code such as {example}.",
  country: "Must be an ISO 3166 country code such as {example}.",
  timeZone: "Must be a time zone such as {example}.",
  id: "Must be an ID.",
  slug: "Must contain only letters, digits, dots, dashes and underscores.",
  code: "Must contain only letters, digits, dashes and underscores.",
  small: "Must contain only lowercase letters, digits and single dashes.",
  differentNames: "Must have different names.",
  status: "Must be an HTTP status.",
  megabytes: "Must be at most {count} MB.",
  leastOneThing: "Add at least one {thing}.",
  mostThings: "Add at most {count} {things}.",
  eachOnce: "Enter each {thing} only once.",
  nothingToChange: "Send at least one field to change.",
  monthForm: "Must be a month in the form YYYY-MM.",
  sameRule: "There is another rule for the same.",
  atMostRules: "Add at most {count} rules.",
  amountOrRate: "Send an amount or a rate, not both.",
  onlyPaid: "Only a payout that is paid can have this value.",
  onlyFailed: "Only a payout that failed can have this value.",
  yourPassword: "Enter your password.",
  oneScope: "Select at least one scope.",
  noKey: "This does not look like an API key.",
  keyShort: "An API key has at least {count} characters.",
  typeTotal: "Enter the total.",
  enterReason: "Enter a reason.",
  field: "{field}: {reason}",
  leastVariants: "Add at least two variants.",
  chooseChange: "Choose what changes.",
  offHasNoOther: "An offer that is off has no other changes.",
  namedTwice: "Must not be named twice.",
  lowestCart: "Must not be less than the lowest cart value.",
  noCartForBundles: "Must be left empty, because a variant changes a bundle, and bundles are shown without a cart.",
  leastPieces: "Must not be less than the lowest quantity.",
  notBeforeFirstDay: "Must not be before the first day.",
  afterStart: "Must be after the start.",
  language: "Must be an ISO 639 language code such as {example}.",
  languageOfPage: "Must be a language such as {example} or {regional}.",
  timeOfDay: "Must be a time of day such as {example}.",
  startOfDay: "Enter when the offer begins on each day.",
  categoryOfBestSeller: "Enter the category whose best seller is offered.",
  onlyBestSeller: "Only the best seller of a category needs one.",
  endOfDay: "Enter when the offer ends on each day.",
  otherTime: "Must be another time than the beginning.",
  iban: "Must be an IBAN with correct check digits.",
  bic: "Must be a BIC of 8 or 11 characters.",
  bicCountry:
    "Must be a BIC of the country of the IBAN ({iban}). This BIC is of a bank in {bic}. Leave it empty if you do not know it.",
  routingNumber: "Must be a routing number of 9 digits with a correct check digit.",
  accountNumber: "Must be an account number of {count} digits.",
  accountNumberFrom: "Must be an account number of {from} to {to} digits.",
  sortCode: "Must be a sort code of 6 digits.",
  wiseRecipient: "Must be the ID of a recipient at Wise.",
  emailOrRecipient: "Enter either an email address or a recipient ID.",
  isSha256: "Must be the SHA-256 of the file.",
  month: "Must be a month in the form YYYY-MM.",
  joinConsent: "Accept the terms to apply.",
  joinRateAndType: "Send a rate together with its type.",
  programHost: "Must be a host such as shop.example.com.",
  programColour: "Must be a colour such as #1f6feb.",
  programOptions: "Add at least two options.",
  amountKind: "Must be an amount.",
  enterNote: "Enter a note.",
  onlyByHand: "Only a payout with an empty list of commissions can have this value.",
  noCredentials: "Must not contain a user name or a password.",
  originForm: "Must be an address without a path, such as {example}.",
  mostWebsites: "Enter at most {count} websites.",
  wordReserved: "This word is taken by the dashboard itself.",
  shopperId: "Enter an email, a customer ID or a visitor ID.",
  upsellOrBundle: "Send either upsell_id or bundle_id.",
  bundleQuantity: "Only an offer has a quantity.",
  linkWithoutToken: "The link carries a token; this address has none.",
} as const;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Given<Text> = [Names<Text>] extends [never] ? [] : [values: Record<Names<Text>, Value>];
/** The types refuse unknown keys, and other values than the sentence has. */
export type Say<English, Said> = <Key extends keyof English & string>(key: Key, ...given: Given<English[Key]>) => Said;

const fillIn = (text = "", values: SentenceValues = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return typeof value === "object" ? value.message : String(value);
  });

export const createSentence =
  <const English extends Record<string, string>>(english: English): Say<English, Sentence> =>
  (key, ...[values]) => ({ message: fillIn(english[key], values), key, ...(values && { values }) });

export const sentence = createSentence(sentences);

/** The message of a schema, whose key `sentenceInSchema` finds again. */
export const inSchema: Say<typeof sentences, string> = (key, ...given) => {
  const made = sentence(key, ...given);
  schemaSentences.set(made.message, made);
  return made.message;
};

export const sentenceInSchema = (message: string): Sentence => schemaSentences.get(message) ?? { message };
