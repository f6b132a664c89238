import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readVideoLink, VIDEO_ORIGINS, videoFrame, videoLink } from './video.ts';

const YOUTUBE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

test.each([
  [YOUTUBE, YOUTUBE],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', YOUTUBE],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=10s', YOUTUBE],
  [' https://youtube.com/shorts/dQw4w9WgXcQ ', YOUTUBE],
  ['https://vimeo.com/76979871?share=copy', 'https://vimeo.com/76979871'],
])('reads %s', (text, link) => {
  expect(videoLink(readVideoLink(text)!)).toBe(link);
});

test.each([
  '',
  'dQw4w9WgXcQ',
  'http://youtu.be/dQw4w9WgXcQ',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/@canal',
  'https://www.youtube.com/watch?v=curto',
  'javascript:alert(1)',
  'https://vimeo.com/canal',
])('rejects %s', (text) => {
  expect(readVideoLink(text)).toBeNull();
});

test('embeds only allowed origins, for any input', () => {
  const typed = fc.oneof(
    fc.webUrl(),
    fc.stringMatching(/^[\w-]{10,12}$/).map((id) => `https://youtu.be/${id}`),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const video = readVideoLink(text);
      const origin = video && new URL(videoFrame(video)).origin;
      expect([null, ...VIDEO_ORIGINS]).toContain(origin);
      expect(video && readVideoLink(videoLink(video))).toEqual(video);
    }),
  );
});
