// Secrets are recognised by their form, in messages, stack traces and texts of other programs.
const forms = [
  /\b(?:live|test|whsec|pub_live|pub_test)_[A-Za-z0-9_-]{16,}/g,
  /(?<=\b(?:Bearer|Basic) )[\w.~+/=-]{8,}/g,
  /(?<=[?&](?:token|key|secret|password|code)=)[^&\s"\\]+/g,
  /(?<=\/(?:invite|password)\/)[\w-]{20,}/g,
  /(?<=\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s:@/"]*:)[^\s@/"]+(?=@)/g,
  /(?<=session_token=)[^;\s"\\]+/g,
];

export const removed = "[removed]";

export function redactText(text: string): string {
  let clean = text;
  for (const form of forms) clean = clean.replace(form, removed);
  return clean;
}
