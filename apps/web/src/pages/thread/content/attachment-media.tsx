import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { useThreadText } from "../messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import styles from "./content.module.css";
import { Media, mediaKind } from "./media.tsx";
import { MediaGroup } from "./media-group.tsx";

const pageSize = 24;
/** Maximum number of files to show large. More files are shown in a grid. */
const maxLarge = 1;

/** Returns media elements for the files of a step; null if it has no files. */
export function attachmentMedia(attachments: Payload["attachments"]): ReactNode {
  return attachments.length === 0 ? null : <Attachments attachments={attachments} />;
}

function Attachments({ attachments }: { readonly attachments: Payload["attachments"] }) {
  const t = useThreadText();
  const [limit, setLimit] = useState(pageSize);
  const images = attachments.flatMap(({ url, name, mime }) =>
    url !== null && mediaKind(mime, name) === "image" ? [{ url, name }] : [],
  );
  return (
    <MediaGroup images={images}>
      <div className={classes(styles.parts, attachments.length > maxLarge && styles.tiles)}>
        {attachments.slice(0, limit).map(({ id, url, name, mime }) => (
          <Media key={id} kind={mediaKind(mime, name)} url={url} name={name} />
        ))}
      </div>
      {attachments.length > limit && (
        <Button size="small" onClick={() => setLimit(limit * 4)}>
          {t("showRest", { count: attachments.length - limit })}
        </Button>
      )}
    </MediaGroup>
  );
}
