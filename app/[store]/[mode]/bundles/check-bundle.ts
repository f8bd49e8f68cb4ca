import { zodResolver } from "@hookform/resolvers/zod";
import { bundleForm } from "@/lib/contract/checkout/bundle-draft";

// What is loaded with the first touch of the form: the operation's own schema, which weighs.

export const resolve = zodResolver(bundleForm);
