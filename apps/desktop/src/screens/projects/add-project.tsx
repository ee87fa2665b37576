import { FolderPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useHost } from "../../state/host.ts";
import { told } from "../../state/toasts.ts";
import { Button } from "../../ui/button.tsx";
import page from "../../ui/page.module.css";

export interface AddProjectProps {
  readonly onAdded: () => void;
}

/** Takes in a repository by its folder. */
export function AddProject({ onAdded }: AddProjectProps) {
  const { client } = useHost();
  const [path, setPath] = useState("");
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await told(client.intent("addProject", { path: path.trim() })))) return;
    setPath("");
    onAdded();
  };
  return (
    <form className={page.line} onSubmit={(event) => void add(event)}>
      <label className={`${page.field} ${page.grow}`}>
        <span className="visually-hidden">Folder of a repository</span>
        <input
          value={path}
          placeholder="Folder of a git repository on this machine"
          onChange={(event) => setPath(event.target.value)}
        />
      </label>
      <Button type="submit" disabled={path.trim() === ""}>
        <FolderPlus size={15} aria-hidden="true" /> Add
      </Button>
    </form>
  );
}
