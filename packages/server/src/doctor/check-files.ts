import { randomUUID } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { readS3Credentials } from "../config/s3-credentials.ts";
import { describeDataFolder } from "../data-folder/data-folder.ts";
import type { FileStorage } from "../files/file-storage.ts";
import { openFiles } from "../open-storage.ts";
import type { Deployment } from "./deployment.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Checks file storage by writing, reading and deleting a file. */
export async function checkFiles({ configuration }: Deployment): Promise<Finding[]> {
  const { folder, files } = describeDataFolder(configuration.dataDir);
  const { filesUrl } = configuration;
  if (filesUrl === undefined && !isOwnFolder(folder)) return [];
  const where = filesUrl === undefined ? files : withoutParameters(filesUrl);
  try {
    const storage = await openFiles(files, { ...configuration, s3Credentials: readS3Credentials(configuration) });
    const problem = await tryOut(storage);
    return [problem ?? ok("files", `${where} can store, read and delete files.`)];
  } catch (error) {
    const message = `${where} cannot be used: ${(error as Error).message}`;
    return [
      failure(
        "files",
        message,
        filesUrl === undefined
          ? `Give the user of the service access: chown -R and chmod -R u+rwX ${files}`
          : "Check the bucket, its URL and the credentials. The service does not start until the bucket can be used.",
      ),
    ];
  }
}

/**
 * Whether the check may create a file in the folder. As root, it must not do this in the folder of another user. The
 * new file and its folders would belong to root, and a service that runs as this user could not write to them.
 */
function isOwnFolder(folder: string): boolean {
  return existsSync(folder) && (process.getuid?.() !== 0 || statSync(folder).uid === 0);
}

function withoutParameters(filesUrl: string): string {
  return filesUrl.split("?")[0] ?? "";
}

async function tryOut(storage: FileStorage): Promise<Finding | null> {
  const key = `doctor/${randomUUID()}`;
  const content = Buffer.from("Threadline was here.");
  await storage.write(key, pieces(content), { maxBytes: content.byteLength });
  try {
    const read = Buffer.from(await new Response(await storage.read(key)).arrayBuffer());
    if (!read.equals(content)) {
      return failure(
        "files",
        "A test file was read with other content than was written.",
        "Check the disk or the bucket.",
      );
    }
    const terms = { seconds: 60, contentType: "text/plain", contentDisposition: "attachment" };
    return await checkUrl((await storage.urlOf?.(key, terms)) ?? null, content);
  } finally {
    await storage.delete(key);
  }
}

async function checkUrl(url: string | null, content: Buffer): Promise<Finding | null> {
  if (url === null) return null;
  const advice = "Clients download files from this URL. Check it from a client, or remove `public` from --files-url.";
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    const read = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 200 && read.equals(content)) return null;
    return warning(
      "files",
      `${new URL(url).origin} returned status ${answer.status} for the signed URL of a test file.`,
      advice,
    );
  } catch {
    return warning("files", `${new URL(url).origin} cannot be reached from this machine.`, advice);
  }
}

async function* pieces(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
