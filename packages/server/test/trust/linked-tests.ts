import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const folder = new URL("../../../../docs/", import.meta.url);

/** Returns the table rows of a document whose first cell matches. A row is a list of cells. */
export async function readRows(document: string, firstCell: RegExp): Promise<string[][]> {
  const lines = (await readFile(new URL(document, folder), "utf8")).split("\n");
  const rows = lines.filter((line) => line.startsWith("|")).map((line) => line.split("|").slice(1, -1));
  return rows.map((cells) => cells.map((cell) => cell.trim())).filter(([first = ""]) => firstCell.test(first));
}

/** Returns the links in a text whose file is missing, or does not contain a test with the title of the link. */
export async function brokenLinks(text: string): Promise<string[]> {
  const links = [...text.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].filter(([, , path = ""]) => !path.startsWith("http"));
  const found = await Promise.all(
    links.map(async ([link, title = "", path = ""]) => {
      const file = await readFile(fileURLToPath(new URL(path, folder)), "utf8").catch(() => null);
      return file === null || (!path.endsWith(".md") && !file.includes(title)) ? [link] : [];
    }),
  );
  return found.flat();
}
