/** ISO 639-1, the languages in which most shops sell. */
export const languageCodes: readonly string[] =
  "ar bg bn ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv mk ms mt nl no pl pt ro ru sk sl sq sr sv sw ta th tr uk ur vi zh".split(
    " ",
  );

/** Those that are written otherwise than their language in general. */
export const regionalLanguages: readonly string[] = "de-AT de-CH en-GB en-US es-MX fr-CA pt-BR zh-TW".split(" ");
