import { join, resolve } from "node:path";
import { makeFolder } from "../files/make-folder.ts";

/** Where everything lives that the service keeps. Copying the folder of a stopped service is a full backup. */
export interface DataFolder {
  readonly folder: string;
  readonly database: string;
  readonly files: string;
}

/** The layout of a data folder. Touches no disk. */
export function describeDataFolder(folder: string): DataFolder {
  const root = resolve(folder);
  return { folder: root, database: join(root, "threadline.db"), files: join(root, "files") };
}

/** Creates the folder, readable by its owner alone, when it is not there. */
export async function prepareDataFolder(folder: string): Promise<DataFolder> {
  const data = describeDataFolder(folder);
  await makeFolder(data.folder).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === "EEXIST"
      ? new Error(`${data.folder} is a file. Choose another data folder.`, { cause })
      : cause;
  });
  return data;
}
