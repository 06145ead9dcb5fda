import { ImagePlus, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import fieldStyles from "../../ui/field.module.css";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";

/**
 * Maximum size of an image, in bytes. Base64 encoding makes the image a third larger, and the service accepts at most 4
 * MB in all messages of a call together.
 */
const maxBytes = 2_500_000;

export function ImageField({
  number,
  images,
  onChange,
}: {
  readonly number: number;
  readonly images: readonly string[];
  readonly onChange: (images: readonly string[]) => void;
}) {
  const t = usePlaygroundText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const add = async (files: readonly File[]): Promise<void> => {
    const usable = files.filter(({ size }) => size <= maxBytes);
    setIsTooLarge(usable.length < files.length);
    onChange([...images, ...(await Promise.all(usable.map(readImage)))]);
  };
  return (
    <div className={styles.images}>
      {images.map((url, index) => (
        // A message may contain the same image twice, so the index is the key.
        <span key={index} className={styles.image}>
          <img src={url} alt={t("image", { number: index + 1 })} />
          <IconButton
            size="small"
            label={t("removeImage", { number: index + 1 })}
            onClick={() => {
              input.current?.focus();
              onChange(images.filter((_, other) => other !== index));
            }}
          >
            <X size={14} />
          </IconButton>
        </span>
      ))}
      <input
        ref={input}
        id={id}
        className={styles.file}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        multiple
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = "";
          void add(files);
        }}
      />
      <label htmlFor={id} className={styles.addImage}>
        <ImagePlus size={14} aria-hidden />
        {t("addImage", { number })}
      </label>
      {isTooLarge && (
        <p className={fieldStyles.error} role="alert">
          {t("imageTooLarge")}
        </p>
      )}
    </div>
  );
}

function readImage(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () =>
      reject(reader.error ?? new Error("The browser cannot read the image. Select another file.")),
    );
    reader.readAsDataURL(file);
  });
}
