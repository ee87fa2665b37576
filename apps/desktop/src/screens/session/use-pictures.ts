import type { ClipboardEvent, DragEvent } from "react";
import { type Draft, draftOf } from "../../state/drafts.ts";
import { say, told } from "../../state/toasts.ts";
import { plural } from "../../ui/format.ts";
import { maxPictures, readPicture } from "./read-picture.ts";

export interface Pictures {
  readonly add: (files: readonly File[]) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** Pictures for the next message. `refusal`: why there can be none. */
export function usePictures(sessionId: string, refusal: string | undefined): Pictures {
  const add = (files: readonly File[]) => {
    if (refusal !== undefined) say({ tone: "bad", text: refusal });
    else void told(addAll(sessionId, files));
  };
  return {
    add,
    onPaste(event) {
      const files = picturesOf(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      add(files);
    },
    // What is not taken would be opened by the browser, in place of the page.
    onDragOver(event) {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    },
    onDrop(event) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      const files = picturesOf(event.dataTransfer);
      if (files.length > 0) add(files);
      else say({ tone: "plain", text: "Only pictures can be dropped here." });
    },
  };
}

async function addAll(sessionId: string, files: readonly File[]): Promise<void> {
  const store = draftOf(sessionId);
  for (const file of files) {
    if (isFull(store.get())) throw new Error(`A message takes ${plural(maxPictures, "picture")} at most`);
    const picture = await readPicture(file);
    const draft = store.get();
    if (draft.pictures.some(({ data }) => data === picture.data)) continue;
    if (!isFull(draft)) store.set({ ...draft, pictures: [...draft.pictures, picture] });
  }
}

function isFull({ pictures }: Draft): boolean {
  return pictures.length >= maxPictures;
}

function picturesOf({ files }: DataTransfer): readonly File[] {
  return [...files].filter(({ type }) => type.startsWith("image/"));
}
