import { Dialog as Base } from "@base-ui/react/dialog";
import { ChevronLeft, ChevronRight, Maximize2, Minimize2, X } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useState } from "react";
import { visibleString } from "../messages/hidden-characters.ts";
import { buttonClass, IconButton } from "./button.tsx";
import dialogStyles from "./dialog.module.css";
import styles from "./lightbox.module.css";
import { useUiText } from "./messages.ts";
import { VisibleText } from "./visible-text.tsx";

export interface LightboxImage {
  readonly url: string;
  readonly name: string | null;
}

/** Shows an image over the whole page. The arrow keys move between the images. */
export function Lightbox({
  images,
  at,
  onMove,
  onClose,
}: {
  readonly images: readonly LightboxImage[];
  readonly at: number;
  readonly onMove: (at: number) => void;
  readonly onClose: () => void;
}) {
  const t = useUiText();
  const [isActualSize, setIsActualSize] = useState(false);
  const image = images[at];
  if (!image) return null;
  const { url, name } = image;
  const title = name ?? t("image");
  const move = (by: 1 | -1): void => onMove((at + by + images.length) % images.length);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys in the lightbox must not trigger shortcuts of the page.
    if (event.key !== "Escape" && event.key !== "Tab") event.stopPropagation();
    if (event.key === "ArrowRight") move(1);
    if (event.key === "ArrowLeft") move(-1);
  };
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialogStyles.backdrop} onClick={stop} />
        <Base.Popup className={styles.lightbox} onKeyDown={onKeyDown} onClick={stop}>
          <div className={styles.head}>
            <Base.Title
              render={
                <h2 className={styles.title}>
                  <VisibleText text={title} />
                </h2>
              }
            />
            {images.length > 1 && (
              <>
                <span className={styles.position} role="status">
                  {t("position", { at: at + 1, count: images.length })}
                </span>
                <IconButton label={t("previousImage")} onClick={() => move(-1)}>
                  <ChevronLeft size={16} aria-hidden />
                </IconButton>
                <IconButton label={t("nextImage")} onClick={() => move(1)}>
                  <ChevronRight size={16} aria-hidden />
                </IconButton>
              </>
            )}
            <IconButton label={t("actualSize")} isPressed={isActualSize} onClick={() => setIsActualSize(!isActualSize)}>
              {isActualSize ? <Minimize2 size={16} aria-hidden /> : <Maximize2 size={16} aria-hidden />}
            </IconButton>
            <Base.Close className={buttonClass({ look: "plain", size: "small" })} aria-label={t("close")}>
              <X size={16} />
            </Base.Close>
          </div>
          <div className={styles.frame} data-actual={isActualSize || undefined} tabIndex={0}>
            <img key={url} src={url} alt={visibleString(title)} />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Keeps a click in the lightbox from reaching the card around the image. */
function stop(event: MouseEvent): void {
  event.stopPropagation();
}
