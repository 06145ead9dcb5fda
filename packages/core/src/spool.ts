export { folderSpool } from "./delivery/spool/folder-spool.ts";
