import { ImagePlus } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../ui/button.tsx";

/** For whoever neither pastes nor drops. */
export function PictureButton({ onAdd }: { readonly onAdd: (files: readonly File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])]);
          // The same one can be chosen again.
          target.value = "";
        }}
      />
      <Button
        look="quiet"
        aria-label="Add a picture"
        title="Add a picture"
        onClick={() => field.current?.click()}
      >
        <ImagePlus size={16} aria-hidden="true" />
      </Button>
    </>
  );
}
