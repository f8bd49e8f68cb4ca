import { getRequestConfig } from "next-intl/server";
import en from "./messages/en";

export default getRequestConfig(async () => ({ locale: "en", messages: en, timeZone: "UTC" }));
