import { Studio } from "./studio";
import { openWires } from "./wire";
import { writeTexts } from "./words";

writeTexts();
const { session, prover } = openWires();
new Studio(session, prover);
