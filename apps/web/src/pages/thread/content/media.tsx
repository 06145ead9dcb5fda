import { FileText, Paperclip } from "lucide-react";
import { useContext, useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { isSafe, SafeLink } from "../../../ui/safe-link.tsx";
import { useThreadText } from "../messages.ts";
import styles from "./content.module.css";
import { isOurs } from "./is-ours.ts";
import { EnlargeContext } from "./media-group.tsx";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

export type MediaKind = "image" | "audio" | "video" | "pdf" | "file";

/** Returns the element that can show a media type. An SVG counts as a file, because it may run scripts. */
export function mediaKind(mime: string | null, name: string | null): MediaKind {
  const type = (mime ?? "").toLowerCase();
  if (type === "application/pdf" || (type === "" && /\.pdf$/i.test(name ?? ""))) return "pdf";
  if (type.startsWith("image/") && !type.includes("svg")) return "image";
  if (type.startsWith("audio/")) return "audio";
  return type.startsWith("video/") ? "video" : "file";
}

/**
 * A file of a record. It is shown inline if the service stores it or the record embeds it; any other file is only
 * linked.
 */
export function Media({
  kind,
  url,
  name,
}: {
  readonly kind: MediaKind;
  readonly url: string | null;
  readonly name: string | null;
}) {
  const t = useThreadText();
  const label = name ?? t(kind === "pdf" ? "file" : kind);
  if (url === null)
    return (
      <span className={styles.caption}>
        <VisibleText text={label} />
      </span>
    );
  if (!isOurs(url)) {
    return (
      <div className={styles.caption}>
        <Paperclip size={14} aria-hidden />
        <SafeLink href={url}>
          <VisibleText text={isSafe(url) ? t("remoteFile", { name: label }) : label} />
        </SafeLink>
      </div>
    );
  }
  return (
    <figure className={styles.media}>
      {kind === "image" && <Image url={url} name={name} />}
      {/* oxlint-disable jsx-a11y/media-has-caption -- recorded media has no captions */}
      {kind === "audio" && <audio src={url} controls preload="none" aria-label={visibleString(label)} />}
      {kind === "video" && <video src={url} controls preload="none" aria-label={visibleString(label)} />}
      {/* oxlint-enable jsx-a11y/media-has-caption */}
      {kind === "pdf" && <Pdf url={url} name={label} />}
      <figcaption className={styles.caption}>
        <Paperclip size={12} aria-hidden />
        <VisibleText text={label} />
        {!url.startsWith("data:") && (
          <a href={url} target="_blank" rel="noopener noreferrer nofollow">
            {t("open")}
          </a>
        )}
      </figcaption>
    </figure>
  );
}

function Image({ url, name }: { readonly url: string; readonly name: string | null }) {
  const t = useThreadText();
  const enlarge = useContext(EnlargeContext);
  const image = <img src={url} alt={visibleString(name ?? t("image"))} loading="lazy" />;
  if (!enlarge) return image;
  const label = t("enlarge", { name: visibleString(name ?? t("image")) });
  return (
    <button
      type="button"
      className={styles.enlarge}
      aria-label={label}
      title={label}
      onClick={() => enlarge({ url, name })}
    >
      {image}
    </button>
  );
}

/** Shows a PDF in the browser's viewer. The content is fetched first, so that it can be declared as PDF. */
function Pdf({ url, name }: { readonly url: string; readonly name: string }) {
  const t = useThreadText();
  const [address, setAddress] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address]);
  const show = async (): Promise<void> => {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      setAddress(URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: "application/pdf" })));
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    }
  };
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; their viewers run no code in our origin
  if (address !== null) return <iframe src={address} title={visibleString(name)} />;
  return (
    <>
      <Button size="small" onClick={() => void show()}>
        <FileText size={14} aria-hidden />
        {t("showPdf")}
      </Button>
      {error !== null && (
        <span role="alert">
          <VisibleText text={error} />
        </span>
      )}
    </>
  );
}
