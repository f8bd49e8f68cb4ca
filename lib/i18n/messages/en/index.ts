import account from "./account.json";
import bundles from "./bundles.json";
import errors from "./errors.json";
import form from "./form.json";
import jobs from "./jobs.json";
import overview from "./overview.json";
import products from "./products.json";
import settings from "./settings.json";
import shell from "./shell.json";
import ui from "./ui.json";
import upsells from "./upsells.json";

export default { account, bundles, errors, form, jobs, overview, products, settings, shell, ui, upsells };
