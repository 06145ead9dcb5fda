/** Setup file of the projects that test pages: runs before each test file. */
import { preparePages } from "./open-ui.ts";

preparePages();
