import { zodResolver } from "@hookform/resolvers/zod";
import { bundleForm } from "@/lib/contract/checkout/bundle-draft";

// This module is loaded when the form is first touched, because the operation's schema is large.

export const resolve = zodResolver(bundleForm);
