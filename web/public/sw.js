// The one service worker of the site: each of its concerns in a file of its own.
importScripts('/push-events.js');
