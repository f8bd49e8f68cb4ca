import account from "./account.json";
import errors from "./errors.json";
import jobs from "./jobs.json";
import overview from "./overview.json";
import settings from "./settings.json";
import shell from "./shell.json";
import ui from "./ui.json";
import upsells from "./upsells.json";

export default { account, errors, jobs, overview, settings, shell, ui, upsells };
