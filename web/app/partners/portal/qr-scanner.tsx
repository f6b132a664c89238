import { useEffect, useRef, useState } from 'react';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { Spinner } from '../../ui/states.tsx';
import { createQrReader, type QrReader } from './qr-reader.ts';

interface QrScannerProps {
  /** Called with each decoded text. @returns whether it is valid; scanning continues until then. */
  onRead: (text: string) => boolean;
}

const PAUSE_MS = 150;

/** Scans a QR code with the camera, or reads it from a photo if there is no camera. */
export default function QrScanner({ onRead }: QrScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'watching' | 'no-camera'>('starting');
  const [strange, setStrange] = useState(false);
  const read = useRef(onRead);
  useEffect(() => {
    read.current = onRead;
  });

  useEffect(() => {
    const stop = new AbortController();
    void watch(video.current!, stop.signal, {
      onStart: () => setState('watching'),
      onText: (text) => {
        const isVoucher = read.current(text);
        setStrange(!isVoucher);
        return isVoucher;
      },
    }).catch(() => {
      if (!stop.signal.aborted) setState('no-camera');
    });
    return () => stop.abort();
  }, []);

  async function readPhoto(file: File | undefined) {
    if (!file) return;
    const text = await readFile(file);
    if (text === null || !read.current(text)) setStrange(true);
  }

  const hint = state !== 'no-camera' && 'Aponte a câmera para o QR code do voucher.';
  return (
    <div className="grid gap-4">
      {state === 'no-camera' ? (
        <p role="alert" className="flex gap-2">
          <Icon name="alert" className="mt-1 shrink-0" />
          Não conseguimos usar a câmera. Libere o acesso no navegador, escolha uma foto ou digite o código.
        </p>
      ) : (
        <div className="relative aspect-square overflow-hidden rounded-lg bg-sunken">
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- live video without sound */}
          <video ref={video} muted playsInline className="size-full object-cover" aria-label="Câmera" />
          {state === 'starting' && <Spinner label="Abrindo a câmera..." className="absolute inset-0" />}
        </div>
      )}
      <LiveRegion className="text-center text-ink-soft">
        {strange ? 'Este QR code não é de um voucher nosso.' : hint}
      </LiveRegion>
      <label className="text-link justify-self-center">
        Escolher uma foto
        <input
          type="file"
          accept="image/*"
          className="sr-only"
          onChange={(event) => void readPhoto(event.target.files?.[0])}
        />
      </label>
    </div>
  );
}

async function watch(
  video: HTMLVideoElement,
  signal: AbortSignal,
  { onStart, onText }: { onStart: () => void; onText: (text: string) => boolean },
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const end = () => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted) return end();
  signal.addEventListener('abort', end);
  video.srcObject = stream;
  await video.play();
  const reader = await createQrReader();
  onStart();
  while (!signal.aborted) {
    const text = await reader.read(video, video.videoWidth, video.videoHeight);
    if (text !== null && !signal.aborted && onText(text)) return;
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
  }
}

async function readFile(file: File): Promise<string | null> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return null;
  }
  const reader: QrReader = await createQrReader();
  return reader.read(picture, picture.width, picture.height);
}
