import type { ReactNode } from "react";
import type { Payload } from "../payloads/payload-cache.ts";
import styles from "./content.module.css";
import { Media, mediaKind } from "./media.tsx";

/** The files of a step, each as what it is; nothing when there are none. */
export function attachmentMedia(attachments: Payload["attachments"]): ReactNode {
  if (attachments.length === 0) return null;
  return (
    <div className={styles.parts}>
      {attachments.map(({ id, url, name, mime }) => (
        <Media key={id} kind={mediaKind(mime, name)} url={url} name={name} />
      ))}
    </div>
  );
}
