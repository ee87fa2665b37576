import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import styles from "./phone.module.css";

interface Detector {
  detect(image: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector;

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Not every browser reads codes itself; all of their cameras do, and open the link. */
export function canScan(): boolean {
  return detectorClass() !== undefined && navigator.mediaDevices !== undefined;
}

const lookEveryMs = 250;

/** Looks through the camera for a link. */
export function ScanLink({
  onLink,
  onEnd,
}: {
  readonly onLink: (text: string) => void;
  readonly onEnd: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    scan(video, stop.signal).then(
      (text) => text !== undefined && onLink(text),
      () => setProblem("The camera cannot be used. Allow it for this page, or paste the link."),
    );
    return () => stop.abort();
  }, [onLink]);
  return (
    <div className={styles.form}>
      {problem === undefined ? (
        <video ref={video} className={styles.video} muted playsInline />
      ) : (
        <p role="status">{problem}</p>
      )}
      <Button onClick={onEnd}>Paste it instead</Button>
    </div>
  );
}

async function scan(
  video: { readonly current: HTMLVideoElement | null },
  signal: AbortSignal,
): Promise<string | undefined> {
  const Detector = detectorClass();
  if (Detector === undefined) return undefined;
  const detector = new Detector({ formats: ["qr_code"] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    const shown = video.current;
    if (shown === null) return undefined;
    shown.srcObject = stream;
    await shown.play();
    while (!signal.aborted) {
      for (const { rawValue } of await detector.detect(shown)) if (rawValue.includes("#")) return rawValue;
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
