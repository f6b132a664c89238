// Service worker of the site, with one file per concern.
const CONCERNS = ['/push-events.js', '/offline-rules.js', '/offline.js', '/stand-sales.js'];
// Trusted Types policy: only these files may be imported as scripts.
self.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (CONCERNS.includes(url) ? url : null),
});
importScripts(...CONCERNS);
