const scale = 2;

/**
 * Draws an element as a PNG without its buttons. The element is copied with its computed styles, because style sheets
 * do not apply inside an image.
 */
export async function pictureOf(element: HTMLElement): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect();
  const copy = copyOf(element);
  copy.style.margin = "0";
  const markup = new XMLSerializer().serializeToString(copy);
  const size = `width="${Math.ceil(width)}" height="${Math.ceil(height)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><foreignObject width="100%" height="100%">${markup}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width) * scale;
  canvas.height = Math.ceil(height) * scale;
  const context = canvas.getContext("2d");
  context?.scale(scale, scale);
  context?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob
        ? resolve(blob)
        : reject(new Error("The browser could not create the PNG image. Download the values as CSV instead.")),
    );
  });
}

function copyOf<Kind extends Element>(element: Kind): Kind {
  // The copy of a canvas would be empty, so an image with its content replaces it.
  const copy = (element instanceof HTMLCanvasElement ? imageOf(element) : element.cloneNode(false)) as Kind;
  if (copy instanceof HTMLElement || copy instanceof SVGElement) {
    const computed = getComputedStyle(element);
    for (const name of computed) copy.style.setProperty(name, computed.getPropertyValue(name));
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      if (!child.matches("button")) copy.append(copyOf(child));
    } else {
      copy.append(child.cloneNode());
    }
  }
  return copy;
}

function imageOf(canvas: HTMLCanvasElement): HTMLImageElement {
  const image = document.createElement("img");
  image.src = canvas.toDataURL();
  return image;
}
