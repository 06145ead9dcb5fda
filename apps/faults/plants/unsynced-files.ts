/** Planted bug: uploaded files are renamed to their final names without a sync. */
import { open } from "node:fs/promises";

const handle = await open(import.meta.filename);
const prototype = Object.getPrototypeOf(handle) as typeof handle; // the class has no public name
await handle.close();
prototype.sync = async () => {};
