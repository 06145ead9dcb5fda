import { createContext, type ReactNode, useState } from "react";
import type { LightboxImage } from "../../../ui/lightbox.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { isOurs } from "./is-ours.ts";

const Lightbox = onDemand(async () => (await import("../../../ui/lightbox.tsx")).Lightbox);

/** Function that enlarges an image of the surrounding {@link MediaGroup}. Null without such a group. */
export const EnlargeContext = createContext<((image: LightboxImage) => void) | null>(null);

/** Images that share a lightbox, in which the arrow keys move between them. */
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
    // Compares the URL and name, because the given object is a copy and not one of `shown`.
    setAt(shown.findIndex((image) => image.url === url && image.name === name));
  return (
    <EnlargeContext value={shown.length === 0 ? null : enlarge}>
      {children}
      {at !== null && <Lightbox images={shown} at={at} onMove={setAt} onClose={() => setAt(null)} />}
    </EnlargeContext>
  );
}
