/** A fake camera for Chromium that shows one QR code, as a Y4M video. */
import { writeFile } from 'node:fs/promises';
import { type Browser, chromium } from '@playwright/test';
import { encode } from 'uqr';

const WIDTH = 640;
const HEIGHT = 480;
const BLACK = 16;
const WHITE = 235;
const FRAMES = 10;

/** @param file path of the video, ending in .y4m */
export async function launchWithCamera(text: string, file: string): Promise<Browser> {
  await writeFile(file, encodeVideo(text));
  return chromium.launch({
    executablePath: process.env.E2E_CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--no-first-run',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
}

function encodeVideo(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const module = Math.floor(HEIGHT / size);
  const left = Math.floor((WIDTH - module * size) / 2);
  const top = Math.floor((HEIGHT - module * size) / 2);
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark)
        for (let line = 0; line < module; line++) {
          const start = (top + y * module + line) * WIDTH + left + x * module;
          luma.fill(BLACK, start, start + module);
        }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  return Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame)]);
}
