import { createContext, lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import type { LightboxImage } from "../../../ui/lightbox.tsx";
import { isOurs } from "./is-ours.ts";

const Lightbox = lazy(async () => ({ default: (await import("../../../ui/lightbox.tsx")).Lightbox }));

/** Opens an image of the group in large. */
export const EnlargeContext = createContext<((url: string) => void) | null>(null);

/** Images that are enlarged together: arrow keys move from one to the next. */
export function MediaGroup({
  images,
  children,
}: {
  readonly images: readonly LightboxImage[];
  readonly children: ReactNode;
}) {
  const [url, setUrl] = useState<string | null>(null);
  const enlarge = useMemo(() => (images.length === 0 ? null : setUrl), [images.length]);
  const shown = images.filter((image) => isOurs(image.url));
  const at = shown.findIndex((image) => image.url === url);
  return (
    <EnlargeContext value={enlarge}>
      {children}
      {at !== -1 && (
        <Suspense>
          <Lightbox
            images={shown}
            at={at}
            onMove={(next) => setUrl(shown[next]?.url ?? null)}
            onClose={() => setUrl(null)}
          />
        </Suspense>
      )}
    </EnlargeContext>
  );
}
