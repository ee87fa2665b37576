import type { Picture } from "../../state/drafts.ts";

/** Four of them and a text fit a message of 1 MiB, the longest that a paired device may send. */
export const maxPictures = 4;
const maxBytes = 160 * 1024;

/** What every agent that takes pictures reads. */
const mediaTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** How a picture that is too large is drawn again: models see no more than the first. */
const smaller = [
  { sidePx: 1568, quality: 0.85 },
  { sidePx: 1568, quality: 0.6 },
  { sidePx: 1024, quality: 0.6 },
  { sidePx: 512, quality: 0.5 },
] as const;

/** A picture as a message takes it, drawn smaller where it has to be. @throws Error where it is none that can be read */
export async function readPicture(file: File): Promise<Picture> {
  const name = file.name || "picture";
  const fits = mediaTypes.includes(file.type) && file.size <= maxBytes;
  const blob = fits ? file : await drawnSmaller(file, name);
  return { kind: "image", mediaType: blob.type, data: await base64Of(blob), name };
}

async function drawnSmaller(file: File, name: string): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch((cause: unknown) => {
    throw new Error(`${name} is no picture that can be read`, { cause });
  });
  try {
    for (const { sidePx, quality } of smaller) {
      const drawn = await draw(bitmap, sidePx).convertToBlob({ type: "image/jpeg", quality });
      if (drawn.size <= maxBytes) return drawn;
    }
  } finally {
    bitmap.close();
  }
  throw new Error(`${name} is too large`);
}

function draw(bitmap: ImageBitmap, sidePx: number): OffscreenCanvas {
  const scale = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((px) => Math.max(1, Math.round(px * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws no pictures");
  // What can be seen through becomes black in a JPEG otherwise.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
