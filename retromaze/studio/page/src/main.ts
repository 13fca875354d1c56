import { hasJspi } from "./waiting";
import { byId } from "./elements";
import { Studio } from "./studio";
import { openWire } from "./wire";
import { writeTexts } from "./words";

writeTexts();
byId("no-jspi").hidden = hasJspi;
new Studio(openWire("session"), openWire("proof"));
