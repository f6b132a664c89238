/** Links to videos of a rifa. Allows only hosts that play a video in a frame, without a script in our pages. */

export const VIDEO_HOSTS = {
  youtube: { name: 'YouTube', origin: 'https://www.youtube-nocookie.com' },
  vimeo: { name: 'Vimeo', origin: 'https://player.vimeo.com' },
} as const;
export type VideoHost = keyof typeof VIDEO_HOSTS;

/** Origins of `frame-src`. */
export const VIDEO_ORIGINS: readonly string[] = Object.values(VIDEO_HOSTS).map(({ origin }) => origin);

export interface Video {
  host: VideoHost;
  id: string;
}

const YOUTUBE_ID = /^[\w-]{11}$/;
const VIMEO_ID = /^\d{6,12}$/;

/**
 * Parses a link copied from the address bar or the share button.
 * @returns null if it is not a video of these hosts
 */
export function readVideoLink(text: string): Video | null {
  const url = parseUrl(text.trim());
  if (url?.protocol !== 'https:') return null;
  const host = url.hostname.replace(/^(www|m)\./, '');
  const [first = '', second = ''] = url.pathname.slice(1).split('/');
  if (host === 'youtu.be') return videoOf('youtube', first, YOUTUBE_ID);
  if (host === 'youtube.com')
    return first === 'shorts' || first === 'embed'
      ? videoOf('youtube', second, YOUTUBE_ID)
      : videoOf('youtube', first === 'watch' ? (url.searchParams.get('v') ?? '') : '', YOUTUBE_ID);
  return host === 'vimeo.com' ? videoOf('vimeo', first, VIMEO_ID) : null;
}

/** `URL.parse` is missing in browsers of 2023. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function videoOf(host: VideoHost, id: string, pattern: RegExp): Video | null {
  return pattern.test(id) ? { host, id } : null;
}

/** Canonical link, for storage and display. */
export function videoLink({ host, id }: Video): string {
  return host === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`;
}

/** URL of the frame, after a visitor has asked to see the video. */
export function videoFrame({ host, id }: Video): string {
  const { origin } = VIDEO_HOSTS[host];
  return host === 'youtube'
    ? `${origin}/embed/${id}?autoplay=1&rel=0`
    : `${origin}/video/${id}?autoplay=1&dnt=1`;
}
