import { hasJspi } from "./jspi";
import { byId } from "./elements";
import { Studio } from "./studio";
import { openChannel } from "./channel";
import { writeTexts } from "./translation";

writeTexts();
byId("no-jspi").hidden = hasJspi;
new Studio(openChannel("session"), openChannel("proof"));
