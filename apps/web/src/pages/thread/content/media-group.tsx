import { createContext, lazy, type ReactNode, Suspense, useState } from "react";
import type { LightboxImage } from "../../../ui/lightbox.tsx";
import { isOurs } from "./is-ours.ts";

const Lightbox = lazy(async () => ({ default: (await import("../../../ui/lightbox.tsx")).Lightbox }));

/** Function that opens an image of the group in the lightbox. */
export const EnlargeContext = createContext<((image: LightboxImage) => void) | null>(null);

/** Images that share a lightbox. In the lightbox, arrow keys move from one image to the next. */
export function MediaGroup({
  images,
  children,
}: {
  readonly images: readonly LightboxImage[];
  readonly children: ReactNode;
}) {
  const [at, setAt] = useState<number | null>(null);
  const shown = images.filter((image) => isOurs(image.url));
  const enlarge = ({ url, name }: LightboxImage): void =>
    // Images are compared by content, because several entries may be the same image.
    setAt(shown.findIndex((image) => image.url === url && image.name === name));
  return (
    <EnlargeContext value={shown.length === 0 ? null : enlarge}>
      {children}
      {at !== null && (
        <Suspense>
          <Lightbox images={shown} at={at} onMove={setAt} onClose={() => setAt(null)} />
        </Suspense>
      )}
    </EnlargeContext>
  );
}
