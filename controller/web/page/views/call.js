// The one line beside the headline that asks people to settle something: what matters most comes first.

import { recountCall } from "./recount.js";
import { seenLine } from "./seen.js";
import { wishCall } from "./wishes.js";

/** That line, or null where nothing is to be settled at this device. */
export const callLine = (view) => recountCall(view) ?? wishCall(view) ?? seenLine(view) ?? wishCall(view, true);
