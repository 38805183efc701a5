// The one line beside the headline that asks people to settle something. Several of them take their turns there.

import { recountCall } from "./recount.js";
import { seenLine } from "./seen.js";
import { wishCall } from "./wishes.js";

/** That line, or null where nothing is to be settled at this device: counts first, then what can be answered at once. */
export const callLine = (view) => recountCall(view) ?? wishCall(view) ?? seenLine(view) ?? wishCall(view, true);
