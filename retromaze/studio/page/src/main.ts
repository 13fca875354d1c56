import { hasJspi } from "./waiting";
import { byId } from "./page";
import { Studio } from "./studio";
import { openWires } from "./wire";
import { writeTexts } from "./words";

writeTexts();
byId("no-jspi").hidden = hasJspi;
const { session, prover } = openWires();
new Studio(session, prover);
