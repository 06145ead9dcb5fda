/** Setup file for tests of pages. Runs before each test file. */
import { preparePages } from "./open-ui.ts";

preparePages();
