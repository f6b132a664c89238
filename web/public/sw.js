// The one service worker of the site: each of its concerns in a file of its own.
const CONCERNS = ['/push-events.js', '/offline-rules.js', '/offline.js'];
// The site's policy lets no text become a script but by this door, and through it come these files alone.
self.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (CONCERNS.includes(url) ? url : null),
});
importScripts(...CONCERNS);
